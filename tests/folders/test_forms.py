"""A person's own folder whose file comes back in another form of the same text: nothing has changed."""

import unicodedata
from collections.abc import Callable
from itertools import product
from pathlib import Path

from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from tests.builders import person_types
from tests.cases import with_each
from tests.folders.vault import Vault

Form = Callable[[str], str]


def nfd(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def lines_end_in(end: str) -> Form:
    return lambda text: text.replace("\n", end)


# What comes back: how the file is changed, and what it says.
FORMS: dict[str, Form] = {
    "decomposed": nfd,
    "composed for compatibility of width": lambda text: unicodedata.normalize("NFC", text),
    "decomposed, with lines of Windows and a mark": lambda text: "\ufeff" + nfd(text).replace("\n", "\r\n"),
    "lines of Windows": lines_end_in("\r\n"),
    "spaces behind each line": lambda text: text.replace("\n", "  \n"),
    "no last line end": lambda text: text.rstrip("\n"),
    "spaces that do not break": lambda text: text.replace("> **Café au lait**", "> **Café\u00a0au\u00a0lait**"),
    "labels in full width": lambda text: text.replace("**ABC club**", "**ＡＢＣ club**"),
    "signs of compatibility": lambda text: text.replace("Å", "\u212b").replace("Ω", "\u2126"),
    "labels in other case": lambda text: text.replace("**Straße**", "**STRASSE**"),
}
# Label, words, and what else is said of it.
SAID: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("Café au lait", "crème brûlée le matin", {"category": "dietary"}),
    ("Tiếng Việt", "nói một ít", {"category": "communication"}),
    ("한국어", "조금 합니다", {"category": "Küche"}),
    ("Straße", "Münzgasse", {"category": "Küche", "condition": "wenn ich müde bin"}),
    ("Ångström", "10 Å und 5 Ω", {"category": "technical", "project": "Größe"}),
    ("ABC club", "on Mondays", {"category": "personal"}),
    ("ガード", "パンとピザ", {"category": "personal"}),
    ("Plain", "no accent", {"category": "personal"}),
)


def kept_in_step(person: User, folder: Path, *, counts_at_once: bool) -> Vault:
    folder.mkdir()
    vault = Vault(folder, person)
    for name, words, more in SAID:
        person_types(person, words, name=name, **more)
    vault.sync()
    assert vault.text.count("> **") == len(SAID)
    if counts_at_once:
        vault.say_yes()
    return vault


def rows(person: User) -> list[tuple[object, ...]]:
    names = ("pk", "status", "label", "value", "details", "changed_at")
    return list(Memory.objects.of(person).order_by("pk").values_list(*names))


@with_each("form, counts_at_once", [*product(FORMS, (False, True))])
def test_a_file_that_comes_back_in_another_form_changes_nothing(
    as_alice: User, tmp_path: Path, form: str, counts_at_once: bool
) -> None:
    vault = kept_in_step(as_alice, tmp_path / f"{form} {counts_at_once}", counts_at_once=counts_at_once)
    before, changed = rows(as_alice), FORMS[form](vault.text)
    vault.file.write_bytes(changed.encode())
    for _ in range(2):
        vault.sync()
        assert (vault.trouble, vault.findings, vault.questions()) == ("", [], [])
        assert rows(as_alice) == before
        assert vault.file.read_bytes().decode() == changed


def test_an_edit_in_a_decomposed_file_is_that_edit_and_no_other(as_alice: User, tmp_path: Path) -> None:
    vault = kept_in_step(as_alice, tmp_path / "edited", counts_at_once=True)
    said = vault.in_use()
    vault.write(nfd(vault.text.replace("crème brûlée le matin", "thé vert le soir")))
    vault.sync()
    (new,) = vault.in_use() - said
    (old,) = said - vault.in_use()
    assert ("thé vert" in unicodedata.normalize("NFC", new), "brûlée" in old, vault.trouble) == (True, True, "")
