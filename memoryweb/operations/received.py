"""Reads a call's arguments as programs send them, before anything is checked: the guard reads what will be stored.

One character that cannot be stored loses only itself, and a message that is JSON in a text is the message that it says.
"""

import json
from typing import Any

from memoryweb.language.text import unstorable
from memoryweb.rules import limits

MESSAGES = {"record_conversation": "messages"}  # the operation's list whose entries may be texts
ROLES = frozenset({"user", "assistant", "system", "tool"})


def read(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return an operation's arguments, storable and with messages parsed from JSON texts."""
    arguments = unstorable.leave_out_in_json(arguments)
    argument = MESSAGES.get(name, "")
    if isinstance(arguments.get(argument), list):
        arguments[argument] = [_message(each) for each in arguments[argument]]
    return arguments


def _message(sent: Any) -> Any:
    """Return the message that a text spells. Whoever writes JSON of another kind has written just that."""
    if not isinstance(sent, str) or not sent.lstrip().startswith("{") or len(sent) > 2 * limits.MESSAGE_MAX:
        return sent
    try:
        spelled = json.loads(sent)
    except (ValueError, RecursionError):
        return sent
    is_message = spelled.get("role") in ROLES and isinstance(spelled.get("content"), str)
    return unstorable.leave_out_in_json(spelled) if is_message else sent
