"""Who says how a memory is known, worded as what they claim."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryweb.memories.models import Evidence, Memory, Source

CLAIMS = {
    Source.INSTRUCTION: gettext_lazy("%(agent)s says you told it"),
    Source.CORRECTION: gettext_lazy("%(agent)s says you corrected it"),
}
IN_FOLDERS = {  # where the words of a folder stand, by its kind
    "own": gettext_lazy("Your folder “%(folder)s” says it"),
    "agent": gettext_lazy("%(agent)s wrote this into its folder"),
    "native": gettext_lazy("%(agent)s wrote this into its own memory"),
}


def claim(memory: Memory) -> str:
    """Return who says how a memory is known: "Claude Code says you told it". What a file says is not what they said."""
    first = min(memory.evidence.all(), key=lambda each: each.occurred_at, default=None)
    name = first.agent.name if first and first.agent else ""
    if first and (kind := first.ref.get("folder_kind")) in IN_FOLDERS:
        return IN_FOLDERS[kind] % {"agent": name, "folder": first.ref.get("folder") or _("a folder")}
    if not name:
        return _("A file says so.") if first and first.kind == Evidence.Kind.IMPORT else _("You said it.")
    words = CLAIMS.get(Source(first.source if first else memory.source), _("%(agent)s noticed it"))
    return words % {"agent": name}
