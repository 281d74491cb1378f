"""The kinds of work that requests ask for, on requests kept aside, which no training has seen."""

from memoryweb.language.heads import work
from tests import effort
from tests.cases import for_each
from tests.rings import same_part
from tools.rows import is_kept_aside, lines


def test_most_kinds_of_work_are_told_and_few_others() -> None:
    right, missed, wrong = 0, list[str](), list[str]()
    for row in same_part([row for row in lines("requests") if is_kept_aside(row["text"])], 3):
        found, wanted = {task.name for task in work.tasks_in(row["text"])}, set(row["tasks"])
        right += len(found & wanted)
        missed += [f"{row['text']} → {name}" for name in sorted(wanted - found)]
        wrong += [f"{row['text']} → {name}" for name in sorted(found - wanted)]
    figures = right / (right + len(wrong)), right / (right + len(missed))
    print(f"precision {figures[0]:.3f}, recall {figures[1]:.3f}")
    assert figures[0] >= 0.7, wrong[:40]
    assert figures[1] >= 0.65, missed[:40]


@for_each(
    [
        ("Reply to Mia that Thursday works", {"reply_message"}),
        ("Schreib Frau Lang, dass der Termin am Dienstag klappt", {"reply_message"}),
        ("帮我回复这封邮件", {"reply_message"}),
        ("thanks, that's all", set()),
        ("", set()),
    ]
)
def test_a_request_tells_what_it_asks_for(request_text: str, names: set[str]) -> None:
    found = {task.name for task in work.tasks_in(request_text)}
    assert names <= found
    assert names or not found


@for_each(["email " * 20_000, "find me " * 20_000, "write a " * 20_000, "a.py " * 20_000, "/" * 100_000])
def test_a_hostile_request_is_read_fast(text: str) -> None:
    work.tasks_in("one")  # the head is loaded once
    with effort.at_most(2):
        work.tasks_in(text)
