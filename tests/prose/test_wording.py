"""What people and agents read sounds like a colleague: no stiff words, one clause a sentence (docs/wording.md).

It reads every text of the templates and of gettext, and every sentence in the code.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Nobody says these aloud to a colleague; the right side says what they would say.
STIFF = {
    r"anew": "again",
    r"upon": "on",
    r"shall": "will",
    r"thereof|therein|hereby|whereby|henceforth": "of it, in it, by this …",
    r"by itself|of itself": "automatically",
    r"by now|from now on, agents": "now",
    r"(?:is|was|were) [a-z]+ already": "put “already” before the participle: it is already muted",
    r"successfully": "say what happened",
    r"invalid input|an error occurred": "say what is wrong",
    r"in order to": "to",
    r"prior to": "before",
    r"utili[sz]e": "use",
    r"please note": "leave it out",
    r"nothing was written": "nothing was saved",
    r"passing need": "temporary",
}
RULES = {pattern: re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE) for pattern in STIFF} | {
    "two spaces": re.compile(r"\S  +\S"),
    "a semicolon joins two clauses": re.compile(r"\w; \w"),
    "the last sentence of several has no end": re.compile(r"[a-z]{2}[.!?] [A-Z“].*[^.!?:…”)\s]\s*$", re.DOTALL),
}
# Still to be reworded where the pages are being rewritten: (file, rule). The lead empties this list.
KNOWN = {
    ("memoryweb/learning/llm.py", "a semicolon joins two clauses"),  # stays: a prompt for a model, not for people
}

IN_TEMPLATE = re.compile(
    r"""\{%\s*translate\s+"(?P<text>[^"]+)"|_\("(?P<label>[^"]+)"\)"""
    r"""|\{%\s*blocktranslate\b[^%]*%\}(?P<block>.*?)\{%\s*endblocktranslate""",
    re.DOTALL,
)
PLURAL = re.compile(r"\{%\s*plural\s*%\}")
GETTEXT = {"_", "gettext", "gettext_lazy", "ngettext"}
EXPLAINS = {"reason", "help", "description", "question"}  # arguments
SENTENCE = re.compile(r"[A-Z“‘].* .*[.?!]", re.DOTALL)


def texts_of_template(path: Path) -> Iterator[str]:
    for found in IN_TEMPLATE.finditer(path.read_text()):
        for text in PLURAL.split(found["text"] or found["label"] or found["block"]):
            yield re.sub(r"\{\{.*?\}\}", "X", re.sub(r"\s+", " ", text)).strip()


def texts_of_module(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text())
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            told = [*(node.args if name in GETTEXT else []), *(k.value for k in node.keywords if k.arg in EXPLAINS)]
            yield from filter(None, map(text_of, told))
        elif id(node) not in docstrings and SENTENCE.fullmatch(text := text_of(node)):
            yield text


def text_of(node: ast.AST) -> str:
    """Return a string or an f-string with X for each value in it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "X" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def all_texts() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "templates").rglob("*.*")):
        yield from ((str(path.relative_to(ROOT)), text) for text in texts_of_template(path))
    for path in sorted((ROOT / "memoryweb").rglob("*.py")):
        if "migrations" not in path.parts:
            yield from ((str(path.relative_to(ROOT)), text) for text in texts_of_module(path))


def test_every_text_is_one_that_a_colleague_would_say() -> None:
    texts = list(all_texts())
    assert len(texts) > 800, "the walk no longer finds the texts"
    wrong = [
        f"{where}: {text!r} ({rule}: {STIFF.get(rule, 'make it plain')})"
        for where, text in texts
        for rule, pattern in RULES.items()
        if pattern.search(text) and (where, rule) not in KNOWN
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "text",
    [
        "Its clock starts anew.",
        "It was muted already.",
        "Saved  twice.",
        "Settled; the other stays.",
        "Saved. It is new",
    ],
)
def test_a_stiff_text_is_found(text: str) -> None:
    assert any(pattern.search(text) for pattern in RULES.values())
