"""Every key of a table of persons' rows names the person, so that they can be partitioned and spread by person."""

import pytest
from django.db import connection

KEYS = """
SELECT class.relname, key.conname, key.contype = 'f',
       ARRAY(SELECT attname::text FROM pg_attribute
             WHERE attrelid = key.conrelid AND attnum = ANY (key.conkey) ORDER BY attname),
       coalesce(target.relname, '')
FROM pg_constraint AS key JOIN pg_class AS class ON class.oid = key.conrelid
LEFT JOIN pg_class AS target ON target.oid = key.confrelid
WHERE key.contype IN ('p', 'u', 'f') AND class.oid IN (SELECT attrelid FROM pg_attribute WHERE attname = 'person_id')
UNION ALL
SELECT class.relname, index.relname, false,
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = class.oid AND attnum = ANY (indkey::int2[])), ''
FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid JOIN pg_class AS class ON class.oid = indrelid
WHERE indisunique AND class.relnamespace = 'public'::regnamespace
  AND class.oid IN (SELECT attrelid FROM pg_attribute WHERE attname = 'person_id')
"""
# Rows of a community, which its other members and moderators find without knowing whose they are.
OF_A_COMMUNITY = {
    "communities_communityinvitation",
    "communities_contribution",
    "communities_report",
    "people_membership",
}
# What a chat says of itself leads to a person, or a community, and to one only.
LEAD_TO_A_PERSON = {"telegram_chatidentity", "telegram_groupchat"}
# Tables that are nobody's, and the table of people.
NOBODYS = {"people_community", "oauth_application", "people_user"}


@pytest.mark.django_db
def test_every_key_of_a_persons_row_names_the_person() -> None:
    with connection.cursor() as cursor:
        cursor.execute(KEYS)
        keys = cursor.fetchall()
    without_person = [
        (table, name)
        for table, name, is_foreign, columns, target in keys
        if "person_id" not in columns
        and not (is_foreign and target in NOBODYS)
        and table not in OF_A_COMMUNITY | LEAD_TO_A_PERSON
    ]
    assert len(keys) > 150
    assert without_person == []
