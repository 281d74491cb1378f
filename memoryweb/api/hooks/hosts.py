"""The hosts whose hooks are served: how each names its events and fields, and how it reads an answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from memoryweb.language.text import signs
from memoryweb.operations.argument_types import without_nothing
from memoryweb.rules import limits


class Moment(Enum):
    """What happens in a session, whatever the host calls it."""

    START = auto()
    PROMPT = auto()
    END = auto()
    OTHER = auto()  # nothing is to be done


@dataclass(frozen=True, kw_only=True)
class Host:
    """One host. `turn` names the field that is another one for each turn.

    A host that takes context `only_at_start` reads nothing when a prompt is sent.
    """

    code: str
    moments: Mapping[str, Moment]
    session: str = "session_id"
    keeps_context: bool = True  # in a session that is taken up again
    turn: str = ""
    only_at_start: bool = False

    def answer(self, event: str, context: str) -> dict[str, Any]:
        """Return what adds this text to the conversation; an empty object for nothing."""
        if not context:
            return {}
        if self.only_at_start:
            return {"additional_context": context}
        return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": context}}


NAMES = {"SessionStart": Moment.START, "UserPromptSubmit": Moment.PROMPT, "SessionEnd": Moment.END}
HOSTS = {
    host.code: host
    for host in (
        Host(code="claude-code", moments=NAMES, turn="prompt_id"),
        Host(code="codex", moments=NAMES, turn="turn_id"),
        Host(
            code="gemini-cli",
            moments={"SessionStart": Moment.START, "BeforeAgent": Moment.PROMPT, "SessionEnd": Moment.END},
            turn="timestamp",
            keeps_context=False,
        ),
        Host(
            code="cursor",
            moments={
                "sessionStart": Moment.START,
                "beforeSubmitPrompt": Moment.PROMPT,
                "sessionEnd": Moment.END,
            },
            session="conversation_id",
            turn="generation_id",
            only_at_start=True,
        ),
    )
}
RESUMED = "resume"  # the source of a session that still has what it was given


@dataclass(frozen=True, kw_only=True)
class HookEvent:
    """One event of one session. `turn` is empty where the host does not number turns."""

    host: Host
    name: str
    moment: Moment
    session: str
    prompt: str = ""
    project: str = ""
    turn: str = ""
    is_resumed: bool = False

    @classmethod
    def from_payload(cls, host: Host, payload: Mapping[str, Any]) -> "HookEvent":
        """Read what the host sent. Anything missing or of another type counts as empty: no host may be stopped."""
        name = _text(payload, "hook_event_name", limits.LABEL_MAX)
        session = _text(payload, host.session, limits.RUN_MAX) or _text(payload, "session_id", limits.RUN_MAX)
        return cls(
            host=host,
            name=name,
            moment=host.moments.get(name, Moment.OTHER) if session else Moment.OTHER,
            session=session,
            prompt=_text(payload, "prompt", limits.MESSAGE_MAX),
            project=without_nothing(_text(payload, "project", limits.PROJECT_MAX)),
            turn=_text(payload, host.turn, limits.RUN_MAX),
            is_resumed=host.keeps_context and payload.get("source") == RESUMED,
        )


def _text(payload: Mapping[str, Any], name: str, longest: int) -> str:
    value = payload.get(name) if name else None
    return signs.cut(value, longest) if isinstance(value, str) else ""
