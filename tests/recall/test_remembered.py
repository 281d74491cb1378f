"""What a process remembers of a text: a result, never the words."""

from memoryweb.recall.remembered import Remembered


def test_a_text_is_worked_on_once_and_is_not_kept() -> None:
    done: list[str] = []
    lengths = Remembered[int](2)

    def length(text: str) -> int:
        done.append(text)
        return len(text)

    assert [lengths.get(text, length) for text in ("zebrafinch", "owl", "zebrafinch")] == [10, 3, 10]
    assert done == ["zebrafinch", "owl"]
    assert "zebrafinch" not in repr(vars(lengths))


def test_it_keeps_so_many_at_most() -> None:
    lengths = Remembered[int](2)
    for text in ("a", "bb", "ccc"):
        lengths.get(text, len)
    assert len(lengths.known) == 1
