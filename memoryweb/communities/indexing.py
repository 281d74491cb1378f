"""What a shared memory is searched by while it is shown: its words, and a vector that the recall room makes."""

from collections.abc import Callable

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import SearchVector, SearchVectorCombinable, SearchVectorField
from django.db.models import Func, TextField, Value
from django.db.models.expressions import Combinable

from memoryweb.communities.models import SharedMemory, State
from memoryweb.language.mentions import identifiers
from memoryweb.language.text import folding, tokens

# Returns the name of an encoder and its vector for a text; recall sets it, because it knows the encoders.
Encode = Callable[[str], tuple[str, list[float] | None]]
ENCODERS: list[Encode] = []


class Lexemes(SearchVectorCombinable, Func):
    """The identifiers and emoji of a text, as lexemes of a search document."""

    function = "array_to_tsvector"
    output_field = SearchVectorField()

    def __init__(self, text: str) -> None:
        found = [*identifiers.lexemes(text), *folding.emoji(text)]
        super().__init__(Value(found, output_field=ArrayField(TextField())))


def index(shared: SharedMemory) -> None:
    """Set what a memory is searched by, as its state wants it. It is not saved here."""
    if shared.status != State.SHOWN:
        shared.words, shared.encoder, shared.vector = None, "", None
        return
    text = embedded_text(shared)
    shared.words = search_document(shared)
    for encode in ENCODERS:
        shared.encoder, shared.vector = encode(text)


def embedded_text(shared: SharedMemory) -> str:
    """Return the text to embed."""
    return folding.fold(". ".join(part.strip() for part in (shared.statement, shared.details) if part.strip()))


def search_document(shared: SharedMemory) -> Combinable:
    """Return what full text search finds it by: English by stems, Chinese by pairs of characters, emoji."""
    own_name, own_body = f"{shared.statement} {shared.category}", shared.details
    name, body = folding.indexed(own_name), folding.indexed(own_body)
    chinese = " ".join(tokens.pairs(f"{name} {body}"))

    def vector(text: str, config: str) -> SearchVector:
        return SearchVector(Value(text, output_field=TextField()), config=config)

    words = vector(name, "english") + vector(body, "english") + vector(chinese, "simple")
    return words + Lexemes(f"{own_name}\n{own_body}")
