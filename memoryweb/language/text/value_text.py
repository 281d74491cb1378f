"""A memory's value and details in words, as people and agents read them."""

from memoryweb.language.lazy_pattern import LazyPattern

PUNCTUATION = LazyPattern(r"[\s.,;:!?。，；：！？“”‘’\"']+")


def display_value(value: object) -> str:
    """Return a value in words, as a person reads it: lists by commas, objects as "name: value", never as code."""
    if isinstance(value, dict):
        return ", ".join(f"{str(name).replace('_', ' ')}: {_display_part(part)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_display_part(part) for part in value)
    return "" if value is None else _display_part(value)


def _display_part(value: object) -> str:
    """Return one part of a list or an object; parts that have parts themselves stand in parentheses."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "nothing"
        case dict() | list() | tuple():
            return f"({display_value(value)})" if value else "nothing"
    return str(value)


def format_line(label: str, value: object) -> str:
    """Return "label: value"; the label if both are equal; the value if it begins with the label."""
    shown = display_value(value)
    name, words = _bare(label.rstrip("…")), _bare(shown)
    if not words or words == name:
        return label
    return shown if words.startswith(f"{name} ") else f"{label}: {shown}"


def details_beyond_value(details: str, value: object, label: str = "") -> str:
    """Return the details; empty if they only repeat the value, with or without label."""
    details = visible_details(details) if details else ""
    if not details:
        return ""
    said, shown = _bare(details), display_value(value)
    if not shown:
        return "" if said == _bare(label) else details
    words = _bare(shown)
    repeats = said == words or (said.endswith(words) and said == _bare(f"{label} {shown}"))
    return "" if repeats else details


def visible_details(details: str) -> str:
    """Return details without the file format's own marks, `<!-- dc:… -->`, which only a file's round trip needs."""
    parts, rest = [], details
    while (start := rest.find("<!--")) >= 0 and (end := rest.find("-->", start)) >= 0:
        is_mark = rest[start + 4 : start + 24].lstrip().startswith("dc:")
        parts.append(rest[:start] if is_mark else rest[: end + 3])
        rest = rest[end + 3 :]
    return "".join([*parts, rest]).strip()


def _bare(text: str) -> str:
    """Return a text without case, spaces and the punctuation of sentences; signs stay, so that C is not C++."""
    return PUNCTUATION.sub(" ", text.casefold()).strip()
