"""The words of a hook: what is put into the conversation, marked as ours, and what of a prompt the person wrote."""

import json
import re
from collections.abc import Sequence
from typing import Any

from memoryweb.recall.prompt_block import NOTHING, neutralize

MARK = "memoryweb"
ABOUT = "What the user wants you to know and do. It comes from memoryweb, so don’t save it again."
# What hosts and their extensions put around words that the person did not write: <system-reminder>, <ide_selection>,
# <hook_context>. Hosts also escape our own mark.
TAG = re.compile(r"(?:<|&lt;)(/?)([a-z]+(?:[-_][a-z]+)+|memoryweb)\b[^<>&]*(?:>|&gt;)")
COMMAND = re.compile(r"\A\s*/[\w:-]+(?=\s|\Z)")


def context(recalled: Sequence[dict[str, Any]]) -> str:
    """Return the text for the conversation: the blocks and the question to ask first; empty if there is neither."""
    parts = [each["block"] for each in recalled if each["block"] != NOTHING]
    parts += [_ask(each["ask"]) for each in recalled if each["ask"]][:1]
    return "\n".join((f"<{MARK}>", ABOUT, *parts, f"</{MARK}>")) if parts else ""


def _ask(ask: dict[str, Any]) -> str:
    options = " / ".join(neutralize(str(option)) for option in ask["options"])
    question = neutralize(ask["question"]) + (f" ({options})" if options else "")
    if not ask["answerWith"]:
        return f"Ask the user first: {question}"
    arguments = neutralize(json.dumps(ask["answerWith"], ensure_ascii=False))
    return f"Ask the user first: {question} Save the answer with save_user_preference: {arguments}"


def of_the_person(prompt: str) -> str:
    """Return a prompt without what the person did not write: elements of hosts, our own mark, the name of a command."""
    return COMMAND.sub("", _without_elements(prompt)).strip()


def _without_elements(text: str) -> str:
    """Remove each element from its first tag to the one that closes it. One pass, however many tags there are."""
    tags = list(TAG.finditer(text))
    last_end = {tag[2]: tag.start() for tag in tags if tag[1]}
    kept, begin, name, depth = [], 0, "", 0
    for tag in tags:
        if not name and not tag[1] and last_end.get(tag[2], -1) > tag.start():
            name, depth = tag[2], 1
            kept.append(text[begin : tag.start()])
        elif name == tag[2]:
            depth += -1 if tag[1] else 1
            if not depth:
                name, begin = "", tag.end()
    return "".join(kept) + (text[begin:] if not name else "")
