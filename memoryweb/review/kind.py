"""Why a memory is of its kind, in a line: the person's word, a tag, its subject, or a word that was written."""

from django.utils.translation import gettext as _

from memoryweb.memories.models import Memory
from memoryweb.rules import classifier, fields


def why(memory: Memory, quote: str = "") -> str:
    if memory.kind_basis == "person":
        return _("because you said so")
    if memory.raw_kind:
        return _("because it was tagged “%(tag)s”") % {"tag": memory.raw_kind}
    if memory.kind_basis == "tag":
        return _("because it was tagged so")
    if field := fields.fields_by_key().get(memory.key):
        return _("because it is about %(field)s") % {"field": field.label.lower()}
    said = " ".join(filter(None, (memory.label, memory.details, memory.shown_value, quote)))
    if word := classifier.matched_signal(memory.kind, said):
        return _("because you wrote “%(word)s”") % {"word": word}
    return _("because nothing in the words says otherwise")
