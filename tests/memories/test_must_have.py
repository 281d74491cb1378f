"""What must not be missed is one rule: of the index, of recall's statement, and of Python."""

from itertools import product

import psycopg

from memoryweb.memories.models import Memory
from memoryweb.memories.models.enums import MUST_HAVE, MUST_HAVE_SQL, Kind
from memoryweb.people.models import User
from memoryweb.rules import policy
from tests import servers
from tests.builders import memory_of, person_types
from tests.rings import on_plain_tables

CONDITION = "SELECT pg_get_expr(indpred, indrelid) FROM pg_index WHERE indexrelid = %s::regclass"
PROBE = "CREATE INDEX probe ON memories_memory (person_id) WHERE status IN ('candidate', 'active') AND ({must_have})"


@on_plain_tables
def test_the_index_has_the_condition_of_the_statement(db: None) -> None:
    with psycopg.connect(servers.superuser_url()) as superuser:
        superuser.execute(PROBE.format(must_have=MUST_HAVE_SQL))
        probe, index = (superuser.execute(CONDITION, [name]).fetchone() for name in ("probe", "memories_must_have"))
        superuser.rollback()
    assert probe == index


def test_python_goes_by_the_same_condition(as_alice: User) -> None:
    memory = memory_of(person_types(as_alice, "Tea"))
    found = set()
    for pinned, kind, key in product((False, True), Kind.values, ("", "food.tea", policy.DIET, *policy.HARD_KEYS)):
        memory.pinned, memory.kind, memory.key = pinned, kind, key
        memory.ttl_days = None if kind == Kind.RULE else 90
        Memory.objects.filter(pk=memory.pk).update(pinned=pinned, kind=kind, key=key, ttl_days=memory.ttl_days)
        assert memory.is_must_have == Memory.objects.filter(MUST_HAVE).exists(), (pinned, kind, key)
        found.add(memory.is_must_have)
    assert found == {True, False}
