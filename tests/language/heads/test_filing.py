"""How statements are filed, on statements kept aside, which no training has seen."""

from collections import Counter
from collections.abc import Callable

import pytest

from memoryweb.language.filing import classifier
from memoryweb.language.heads import filing
from memoryweb.rules import fields
from memoryweb.rules.policy import Kind
from tests.cases import for_each
from tests.rings import same_part
from tools import train_heads
from tools.rows import is_kept_aside, lines

FILED: dict[str, Callable[[str], str]] = {
    "kind": lambda said: classifier.classify_kind(said)[0],
    "category": filing.category_of,
}


@for_each(
    [
        ("kind", "statements", 0.65),
        ("kind", "earlier", 0.75),
        ("category", "statements", 0.58),
        ("category", "earlier", 0.7),
    ]
)
def test_most_statements_are_filed_as_two_people_filed_them(name: str, source: str, least: float) -> None:
    count: Counter[bool] = Counter()
    wrong: list[str] = []
    aside = [row for row in lines("statements") if name in row and row["source"] == source]
    for row in same_part([row for row in aside if is_kept_aside(row["text"])], 3):
        found = FILED[name](row["text"])
        is_right = found in (row[name], row.get(f"other_{name}"))
        count[is_right] += 1
        wrong += [] if is_right else [f"{row['text']} → {found}"]
    share = count[True] / count.total()
    print(f"{name} of {source}: {share:.3f} of {count.total()}")
    assert share >= least, wrong[:40]


def test_every_answer_is_a_kind_or_a_part_of_life() -> None:
    assert {filing.category_of(text) for text in ("", "x", "我")} <= set(fields.PARTS_OF_LIFE)
    assert filing.category_of("hm", least=0.99) == ""
    assert {filing.kind_of(text) for text in ("", "x", "我")} <= set(Kind)


@pytest.mark.thorough
def test_the_same_statements_train_the_same_bytes() -> None:
    task = next(task for task in train_heads.TASKS if task.name == "kind")
    some = [row for row in task.rows() if not row.is_kept_aside][:400]
    one, other = train_heads.fit(task, some), train_heads.fit(task, some)
    assert {name: value.tobytes() for name, value in one.items() if hasattr(value, "tobytes")} == {
        name: value.tobytes() for name, value in other.items() if hasattr(value, "tobytes")
    }
