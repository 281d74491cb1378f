"""What agents wait for: save, list and search at 1k, 10k and 100k memories, against the same in hand-written SQL.

python -m tests.benchmarks.operations
"""

import sys
from collections.abc import Callable
from itertools import count
from typing import Any
from uuid import UUID, uuid4

import psycopg

from tests.benchmarks.house import CATEGORIES, at_most, fill, house, interleaved, new_word, report

SIZES, TIMES = (1_000, 10_000, 100_000), 40
BARS = {
    "save": 30.0,
    "get": 16.0,
    "search": 16.0,
}  # times the floor: rules, history, evidence, log and envelope included
LIST = """
SELECT * FROM memories_memory WHERE person_id = %s AND status = 'active' ORDER BY changed_at DESC, id DESC LIMIT 50
"""
FIND = """
SELECT m.* FROM memories_searchdocument s JOIN memories_memory m ON m.id = s.memory_id
WHERE s.person_id = %s AND m.status = 'active' AND s.words @@ to_tsquery('english', 'bicycle | spicy | breakfast')
ORDER BY ts_rank(s.words, to_tsquery('english', 'bicycle | spicy | breakfast')) DESC, m.changed_at DESC LIMIT 10
"""


def main() -> bool:
    with house() as owner:
        good = [each for many in SIZES for each in _measure(owner, many)]
    return all(good)


def _measure(owner: str, many: int) -> list[bool]:
    from django.utils import timezone

    from memoryweb.agents.models import Agent
    from memoryweb.operations import dispatch
    from memoryweb.people.models import User
    from memoryweb.rls import scope

    person = User.objects.create_user(f"{many}@example.org")
    fill(owner, [person.pk], many)
    with scope.acting_as(person.pk):
        agent = Agent.connect(person, name="Scribe")[0]
    numbers = count()

    def call(name: str, **arguments: Any) -> None:
        done = dispatch.run(dispatch.Call(agent=agent, name=name, arguments=arguments, now=timezone.now()))
        assert done.envelope["ok"], done.envelope

    def save() -> None:
        word = new_word()
        call(
            "save_user_preference",
            category=CATEGORIES[next(numbers) % len(CATEGORIES)],
            preference=f"about {word}",
            details=f"I like {word} with tea",
        )

    with psycopg.connect(owner) as floor:
        these: dict[str, Callable[[], None]] = {
            "save": save,
            "get": lambda: call("get_user_preferences"),
            "search": lambda: call("search_user_preferences", query="Is there a bicycle, or a spicy breakfast?"),
            "floor of save": saver(floor, person.pk),
            "floor of get": lambda: fetch(floor, LIST, person.pk),
            "floor of search": lambda: fetch(floor, FIND, person.pk),
        }
        took = interleaved(these, TIMES)
    good = []
    for name, bar in BARS.items():
        report(f"{name} at {many}", took[name], "ms", 0, ok=True)
        good.append(at_most(f"{name} at {many}, times the SQL floor", took[name] / took[f"floor of {name}"], "×", bar))
    return good


def saver(floor: psycopg.Connection[Any], person: UUID) -> Callable[[], None]:
    """A copy of one of the person's rows with its version, committed: what any save has to write at least."""
    found = floor.execute(
        "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns WHERE table_name ="
        " 'memories_memory' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'obs_id', 'fingerprint', 'key')"
    ).fetchone()
    assert found
    rest = found[0]
    row = f"INSERT INTO memories_memory (id, obs_id, fingerprint, key, {rest}) SELECT %s, %s, %s, %s, {rest}"
    version = (
        f"INSERT INTO memories_historicalmemory (id, obs_id, fingerprint, key, {rest}, history_date, history_type)"
        f" SELECT id, obs_id, fingerprint, key, {rest}, now(), '+' FROM memories_memory WHERE id = %s"
    )
    model = floor.execute("SELECT id FROM memories_memory WHERE person_id = %s LIMIT 1", [person]).fetchone()
    assert model

    def write() -> None:
        new = uuid4()
        with floor.transaction():
            given = [new, new.hex[:20], new.bytes * 2, new.hex, model[0]]
            floor.execute(f"{row} FROM memories_memory WHERE id = %s", given)
            floor.execute(version, [new])
        floor.commit()

    return write


def fetch(floor: psycopg.Connection[Any], statement: str, person: UUID) -> None:
    floor.execute(statement, [person]).fetchall()


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
