"""English words for the circles of people that somebody writes to."""

from memoryweb.language.locales.base import alternatives

CIRCLES = {
    "family": alternatives("""
        family, relatives, parents?, in-laws, siblings?, grandparents?, folks, mother, mom, mum, mama, father, dad,
        papa, sisters?, brothers?, grandmother, grandma, granny, nan, grandfather, grandpa, aunts?, auntie, uncles?,
        cousins?, nieces?, nephews?, sons?, daughters?, wife, husband, mother-in-law, father-in-law
    """),
    "friends": alternatives("friends?, mates?, buddy, buddies, pals?, best man"),
    "colleagues": alternatives("colleagues?, co-?workers?, the team, my team, staff, teammates?, interns?"),
    "customers": alternatives("customers?, clients?, buyers?, subscribers?, patrons?, tenants?, suppliers?, vendors?"),
    "superiors": alternatives("""
        trustees?, the board, board members?, directors?, management, investors?, shareholders?, executives?, boss,
        managers?, supervisors?, ceo, chair(?:wo)?man, professors?
    """),
    "authorities": alternatives("""
        authorit(?:y|ies), the council, city hall, tax office, officials?, ministry, landlord, judge, inspectors?,
        mayor
    """),
}
