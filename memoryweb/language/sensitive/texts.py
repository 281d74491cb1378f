"""The texts of a value as an agent sends it: each alone, and joined as a reader would join them."""

from collections.abc import Iterable, Iterator

from memoryweb.language.lazy_pattern import Beginning, LazyPattern

FIELD_ENDS = " | "  # as cells of a table: a label in one field and its secret in the next read as a pair
# What stands below the heads of a Markdown table.
TABLE_LINE = Beginning(r"^[ \t]{0,9}\|?[ \t:|-]{3,200}\|?[ \t]{0,9}$")
COLUMNS_MOST = 40
WORD = LazyPattern(r"[^\W\d_][^\W_]*(?:['-][^\W\d_]+)*")  # "type2" and "x-ray" too


def iter_strings(value: object) -> Iterator[str]:
    """Yield every text in a JSON-like value, with dictionary keys, at any depth, without recursion."""
    return _walk(value, with_keys=True)


def joined(value: object, texts: list[str]) -> list[str]:
    """Return the texts joined, and once more without the names of fields, which part a number in two fields."""
    together = [FIELD_ENDS.join(texts)] if len(texts) > 1 else []
    values = list(_walk(value, with_keys=False))
    if len(texts) > len(values) > 1:
        together.append(FIELD_ENDS.join(values))
    return together


def _walk(value: object, *, with_keys: bool) -> Iterator[str]:
    stack = [value]
    while stack:
        match stack.pop():
            case str() as text:
                yield text
            case dict() as pairs if with_keys:
                stack += [part for pair in reversed(pairs.items()) for part in reversed(pair)]
            case dict() as pairs:
                stack += reversed(pairs.values())
            case bool() | bytes() | None:
                pass
            case int() | float() as number:
                yield _digits(number)
            case Iterable() as several:
                stack += reversed(list(several))


def _digits(number: float) -> str:
    try:
        return str(number)
    except ValueError:  # Python refuses to write out more than 4,300 digits
        return ""


def table_cells(text: str) -> str:
    """Return the cells of Markdown tables as lines "head: cell", so that a label stands before its secret."""
    lines = text.split("\n")
    pairs: list[str] = []
    heads: list[str] = []
    for number, line in enumerate(lines):
        if "|" not in line:
            heads = []
        elif number and TABLE_LINE.match(line) and "-" in line:
            heads = _cells(lines[number - 1])
        elif heads:
            pairs += [f"{head}: {cell}" for head, cell in zip(heads, _cells(line), strict=False) if cell]
    return "\n".join(pairs)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|", COLUMNS_MOST)[:COLUMNS_MOST]]
