"""English labels that name nothing, and the verbs by which a sentence is told from a bare value."""

from memoryweb.language.locales.base import alternatives, one_of

# A label of these words alone would suit any statement.
EMPTY = frozenset(
    alternatives("""
        note, notes, fact, facts, info, infos, information, detail, details, data, memo, memos, memory, memories,
        misc, miscellaneous, general, generic, other, others, various, unknown, untitled, user, users, person,
        personal, private, human, me, my, mine, about, self, profile, profiles, bio, background, context, contexts,
        knowledge, item, items, entry, entries, record, records, thing, things, something, stuff, statement,
        statements, sentence, topic, topics, category, preference, preferences, remember, save, saved, important,
        core, basic, extra, additional, observation, observations, insight, insights, learned, finding, findings,
        description, attribute, attributes, property, properties, trait, traits, custom, goal, goals, aim, aims,
        ambition, ambitions, objective, objectives, intention, intentions, dream, dreams, wish, wishes, habit, habits,
        rule, rules, the, a, an, of, to, on, for, and, from
    """).split("|")
)
SPEAKER = one_of("i, i'm, i've, i'd, i'll, we, we're, we've, my, our, users?, the users?")
# Before a statement: when it holds, which as well stands behind it.
WHEN = one_of("in, on, at, during, every, each, most, after, before, when, whenever, while, if")
FINITE = one_of("""
    is, are, isn't, aren't, was, were, has, have, had, does, do, doesn't, don't, did, didn't, can, can't, cannot, will,
    won't, would, should, must, might, needs?, wants?, lives?, works?, likes?, loves?, hates?, prefers?, uses?,
    owns?, speaks?, plays?, drinks?, eats?, goes, runs, starts, ends, opens, closes, happens, begins, means, costs,
    takes, comes, gets, keeps, belongs?, moved, joined, changed, began, became, decided, switched
""")

# Labels under which stands what is not so, not wanted, or over.
TURNING = frozenset(
    {
        "avoid",
        "avoids",
        "ban",
        "banned",
        "bans",
        "cancelled",
        "denied",
        "deny",
        "dislike",
        "dislikes",
        "don",
        "donts",
        "ended",
        "except",
        "exclude",
        "excluded",
        "excludes",
        "false",
        "forbid",
        "forbidden",
        "former",
        "formerly",
        "hate",
        "hated",
        "hates",
        "longer",
        "myth",
        "myths",
        "never",
        "none",
        "not",
        "old",
        "over",
        "past",
        "prohibited",
        "refuse",
        "refused",
        "reject",
        "rejected",
        "rejects",
        "retired",
        "stop",
        "stopped",
        "unlike",
        "untrue",
        "unwanted",
        "without",
        "wrong",
    }
)
