"""Decay in Python and in SQL is the same rule."""

import random
from datetime import date, timedelta

from django.db import connection

from memoryweb.rules import decay, policy


def test_python_and_sql_decay_agree_on_ten_thousand_random_cases(db: None) -> None:
    dice = random.Random(20260222)
    kinds = [kind.value for kind in policy.Kind]

    def day() -> date:
        if dice.random() < 0.02:
            return date.max - timedelta(days=dice.randint(0, 400))
        return date(2026, 1, 1) + timedelta(days=dice.randint(-400, 400))

    cases = [
        (
            dice.choice(kinds),
            dice.random() < 0.1,
            round(dice.uniform(0, 10), dice.randint(0, 6)),
            day(),
            dice.random() < 0.2,
            day(),
            dice.choice([None, 14, 30, 90, 180, 365]),
            dice.choice([None, day()]),
            day(),
        )
        for _ in range(10_000)
    ]
    names = "kind pinned importance_base importance_as_of importance_assumed ttl_from ttl_days valid_until today"
    types = ["text[]", "boolean[]", "float8[]", "date[]", "boolean[]", "date[]", "integer[]", "date[]", "date[]"]
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {decay.importance_sql('m.today')},"
            " memories_first_day_below(300, importance_base, kind, importance_as_of, importance_assumed),"
            " memories_archive_day(kind, pinned, importance_base, importance_as_of, importance_assumed, ttl_from,"
            " ttl_days, valid_until)"
            f" FROM unnest({', '.join(f'%s::{each}' for each in types)}) AS m({', '.join(names.split())})",
            [list(column) for column in zip(*cases, strict=True)],
        )
        rows = cursor.fetchall()
    assert len(rows) == len(cases)
    for case, text in zip(cases, rows, strict=True):
        kind, pinned, base, as_of, assumed, ttl_from, ttl_days, until, today = case
        points = decay.effective_importance(base, kind, as_of, today, assumed=assumed)
        dormant = decay.first_day_below(3.0, base=base, kind=kind, as_of=as_of, assumed=assumed)
        archived = decay.archive_day(
            kind=kind,
            pinned=pinned,
            base=base,
            as_of=as_of,
            assumed=assumed,
            ttl_from=ttl_from,
            ttl_days=ttl_days,
            valid_until=until,
        )
        assert text == (points, dormant, archived), case
        if (
            dormant and dormant < date.max
        ):  # the day is the first one under the line, and the day before is not, where there is one
            assert decay.effective_importance(base, kind, as_of, dormant, assumed=assumed) < 3.0
            before = decay.effective_importance(base, kind, as_of, dormant - timedelta(1), assumed=assumed)
            assert before >= 3.0 or dormant == as_of
