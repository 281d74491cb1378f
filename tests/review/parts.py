"""What a page shows: the text of one of its elements, with or without what is folded away, and what it posts."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"input", "meta", "link", "br", "hr", "img", "line", "path", "rect", "circle", "use", "polyline", "polygon"}


@dataclass
class Element:
    """One element with its attributes and what is in it."""

    tag: str
    attributes: dict[str, str]
    content: "list[Element | str]" = field(default_factory=list)

    @property
    def elements(self) -> "list[Element]":
        """This element and all below it, in the order of the page."""
        below = [each for part in self.content if isinstance(part, Element) for each in part.elements]
        return [self, *below]

    @property
    def unfolded(self) -> "list[Element]":
        """This element and all below it that show without opening a fold."""
        parts = [part for part in self.content if isinstance(part, Element)]
        shown = [part for part in parts if not (self.is_closed and part.tag != "summary")]
        return [self, *(each for part in shown for each in part.unfolded)]

    @property
    def is_closed(self) -> bool:
        return self.tag == "details" and "open" not in self.attributes

    def text(self, *, folded: bool) -> str:
        """Return the words, with those that only show when a fold is opened if `folded`."""
        is_closed = self.is_closed and not folded
        if self.attributes.get("class", "").startswith("visually-hidden"):
            return ""
        parts = [part for part in self.content if not (is_closed and _is_folded(part))]
        words = (part if isinstance(part, str) else part.text(folded=folded) for part in parts)
        return " ".join(" ".join(words).split())

    @property
    def posts_to(self) -> set[str]:
        """Return the addresses that a button in it, or its form, posts to."""
        names = ("action", "formaction", "hx-post")
        return {each.attributes[name] for each in self.elements for name in names if name in each.attributes}


def _is_folded(part: "Element | str") -> bool:
    return isinstance(part, str) or part.tag != "summary"


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("html", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].content.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].content.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if any(each.tag == tag for each in self.open[1:]):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.open[-1].content.append(data)


def elements(page: str) -> list[Element]:
    """Return every element of a page."""
    reader = _Reader()
    reader.feed(page)
    return reader.root.elements


def with_id(page: str, name: str) -> Element:
    return next(each for each in elements(page) if each.attributes.get("id") == name)


def with_class(page: str, name: str) -> list[Element]:
    return [each for each in elements(page) if name in each.attributes.get("class", "").split()]
