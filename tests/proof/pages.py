"""The person's browser tabs: a page as it was opened, its real forms, and what stood before the person at a press.

A tab keeps its page, however old that is by now, and sends the forms that it finds in it.
"""

import re
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import Resolver404, resolve

from memoryweb.people.models import User
from tests.proof.marks import visible_marks

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
ITEMS = {"article", "li", "tr", "section", "main", "body"}  # one of them is what a press is about
TYPED = {"text", "search", "email", "number", "date", "url"}
UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
CHOSEN = re.compile(rf"({UUID}):(\w*)")  # a row that is sent along, with the version that was shown
ABOUT_ONE = re.compile(rf"/(?:memories|suggestions|conflicts|shared)/{UUID}/")
Fields = list[tuple[str, str]]


@dataclass(eq=False)
class Node:
    """An element of a page."""

    tag: str
    attributes: dict[str, str]
    parent: "Node | None"
    inside: list["Node | str"] = field(default_factory=list)

    def up(self) -> list["Node"]:
        """Return the element and those around it, from the inside out."""
        found, at = [self], self.parent
        while at:
            found.append(at)
            at = at.parent
        return found

    def text(self, opened: list["Node"]) -> str:
        """Return what a person reads in it: closed details only where they are among the opened ones."""
        if self.tag in ("script", "style", "template", "title") or "hidden" in self.attributes:
            return ""
        if self.tag == "option" and "selected" not in self.attributes:
            return ""
        if self.tag == "input":
            return self.attributes.get("value", "") if self.attributes.get("type", "text") in TYPED else ""
        if self.tag == "details" and "open" not in self.attributes and self not in opened:
            heads = [each for each in self.inside if isinstance(each, Node) and each.tag == "summary"]
            return " ".join(each.text(opened) for each in heads)
        return self.words(opened)

    def words(self, opened: list["Node"]) -> str:
        return " ".join(each if isinstance(each, str) else each.text(opened) for each in self.inside)


class _Reader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.root = self.at = Node("root", {}, None)
        self.nodes: list[Node] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Node(tag, {name: name if value is None else value for name, value in attrs}, self.at)
        self.nodes.append(made)
        self.at.inside.append(made)
        self.at = self.at if tag in VOID else made

    def handle_endtag(self, tag: str) -> None:
        closed = next((each for each in self.at.up() if each.tag == tag), None)
        if closed and closed.parent:
            self.at = closed.parent

    def handle_data(self, data: str) -> None:
        self.at.inside.append(data)


@dataclass
class Press:
    """One button of one form."""

    page: "Page"
    form: Node
    button: Node
    url: str

    @property
    def name(self) -> str:
        """The name of the view that it is sent to."""
        return view_name(self.url)

    @cached_property
    def fields(self) -> Fields:
        """The fields of the form as they are on the page, and the button's own."""
        fields: Fields = []
        for node in self.page.controls_of(self.form):
            name, kind = node.attributes.get("name", ""), node.attributes.get("type", "text")
            if node.tag == "textarea":
                fields.append((name, node.words([]).removeprefix("\n")))
            elif node.tag == "select":
                options = [each for each in self.page.nodes if each.tag == "option" and node in each.up()]
                chosen = [each for each in options if "selected" in each.attributes] or options[:1]
                fields += [(name, each.attributes.get("value", "")) for each in chosen]
            elif kind not in ("checkbox", "radio", "submit", "file", "button") or "checked" in node.attributes:
                fields.append((name, node.attributes.get("value", "on" if kind == "checkbox" else "")))
        own = self.button.attributes
        return [*fields, (own["name"], own.get("value", ""))] if own.get("name") else fields

    @cached_property
    def rows(self) -> Fields:
        """The boxes with which rows are ticked."""
        return [each for each in self.boxes if CHOSEN.fullmatch(each[1])]

    @cached_property
    def boxes(self) -> Fields:
        """The boxes that are not ticked."""
        controls = [each.attributes for each in self.page.controls_of(self.form)]
        boxes = [each for each in controls if each.get("type") == "checkbox" and "checked" not in each]
        return [(each["name"], each.get("value", "on")) for each in boxes]

    def choices(self, name: str) -> list[str]:
        """Return the values between which the form lets the person choose."""
        controls = [each for each in self.page.controls_of(self.form) if each.attributes.get("name") == name]
        found = [each.attributes.get("value", "") for each in controls if each.attributes.get("type") == "radio"]
        for node in controls:
            if node.tag == "select":
                options = [each for each in self.page.nodes if each.tag == "option" and node in each.up()]
                found += [each.attributes.get("value", "") for each in options]
        return found

    def typed_into(self) -> list[str]:
        """Return the names of the fields in which a person writes."""
        controls = self.page.controls_of(self.form)
        return [
            each.attributes["name"]
            for each in controls
            if each.tag == "textarea"
            or (each.tag == "input" and each.attributes.get("type", "text") in ("text", "search"))
        ]

    def shown(self, sent: Fields) -> set[str]:
        """Return the marks that stood in what the press is about: the rows that were chosen, else the item around."""
        chosen = [found for name, value in sent if name != "instead_of" and (found := CHOSEN.fullmatch(value))]
        if chosen:
            rows = [self.page.by_id.get(found[1]) for found in chosen if found[2]]
            return set().union(*(visible_marks(row.text([])) for row in rows if row))
        tags = {"main"} if ABOUT_ONE.match(self.page.url) else ITEMS
        item = next(each for each in self.form.up() if each.tag in tags or each.parent is None)
        return visible_marks(item.text(self.button.up()))


class Page:
    """A page as a tab shows it."""

    def __init__(self, url: str, html: str) -> None:
        self.url, self.html = url, html
        self.nodes = _Reader(html).nodes
        self.by_id: dict[str, Node] = {}
        for node in self.nodes:
            if found := re.search(rf"{UUID}$", node.attributes.get("id", "")):
                self.by_id.setdefault(found[0], node)

    def links(self) -> list[str]:
        found = {node.attributes.get("href", "") for node in self.nodes if node.tag == "a"}
        return sorted(each for each in found if each.startswith("/"))

    def presses(self) -> list[Press]:
        """Return every button of every form that posts."""
        found = []
        for node in self.nodes:
            kind = node.attributes.get("type", "submit" if node.tag == "button" else "")
            if node.tag not in ("button", "input") or kind != "submit" or "disabled" in node.attributes:
                continue
            form = self._form_of(node)
            if form and form.attributes.get("method", "get").lower() == "post":
                url = node.attributes.get("formaction") or form.attributes.get("action") or self.url
                found.append(Press(self, form, node, url))
        return found

    def press(self, name: str, text: str = "") -> Press:
        """Return the first button that is sent to this view and, if a text is given, says it or stands with it."""
        found = [each for each in self.presses() if each.name == name]
        found = [each for each in found if text in each.button.words([]) or text in each.button.attributes.values()]
        assert found, f"no button for {name} {text} on {self.url}: {[each.name for each in self.presses()]}"
        return found[0]

    def controls_of(self, form: Node) -> list[Node]:
        return [node for node in self._controls if self._form_of(node) is form]

    @cached_property
    def _controls(self) -> list[Node]:
        controls = [node for node in self.nodes if node.tag in ("input", "textarea", "select")]
        return [node for node in controls if node.attributes.get("name") and "disabled" not in node.attributes]

    @cached_property
    def _named_forms(self) -> dict[str, Node]:
        return {node.attributes["id"]: node for node in self.nodes if node.tag == "form" and "id" in node.attributes}

    def _form_of(self, node: Node) -> Node | None:
        if name := node.attributes.get("form"):
            return self._named_forms.get(name)
        return next((each for each in node.up() if each.tag == "form"), None)


class Tab:
    """One tab of a person's browser. Whoever is asked to sign in does so."""

    def __init__(self, client: Client, person: User) -> None:
        self.client, self.person = client, person
        self.page = Page("/", "")

    def sign_in(self) -> None:
        self.client.force_login(self.person)

    def get(self, url: str) -> Any:
        """Return what an address answers."""
        response = self.client.get(url, follow=True)
        if response.redirect_chain and response.redirect_chain[-1][0].startswith("/person/login/"):
            self.sign_in()
            response = self.client.get(url, follow=True)
        return response

    def open(self, url: str) -> None:
        """Open an address, and keep what it shows."""
        response = self.get(url)
        if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
            chain: list[tuple[str, int]] = response.redirect_chain
            self.page = Page(chain[-1][0] if chain else url, response.content.decode())

    def send(self, press: Press, sent: Fields) -> Any:
        data: dict[str, list[str]] = {}
        for name, value in sent:
            data.setdefault(name, []).append(value)
        return self.client.post(press.url, data)


def view_name(url: str) -> str:
    """Return the name of the view of one of the pages on what is remembered; empty for any other address."""
    try:
        found = resolve(url.partition("?")[0])
    except Resolver404:
        return ""
    return found.url_name or "" if found.namespace in ("review", "imports") else ""
