"""What MCP offers beside tools: two resources to read and one prompt, each by the operations of the table.

A client may read a resource and cache what it is told may be cached; reading the memories is a recall with a receipt.
"""

from dataclasses import dataclass
from typing import Any

from mcp_types import GetPromptResult, Prompt, PromptArgument, PromptMessage, Resource, TextContent

from memoryweb.language.text import signs

MEMORIES = "memoryweb://MEMORY.md"
SETTINGS = "memoryweb://settings"
PROMPT = "use_memory"
TASK_MAX = 1_000  # characters of the task that a prompt repeats


@dataclass(frozen=True)
class Readable:
    """A resource and the operation whose answer it shows, with the arguments of the call."""

    resource: Resource
    operation: str
    arguments: dict[str, Any]


READABLE = {
    readable.resource.uri: readable
    for readable in (
        Readable(
            Resource(
                uri=MEMORIES,
                name="MEMORY.md",
                description="What the user lets you know about them, the most important first. Reading it leaves the "
                "user a receipt. For one task, recall_preferences finds what belongs to it.",
                mime_type="text/markdown",
            ),
            "recall_preferences",
            {},
        ),
        Readable(
            Resource(
                uri=SETTINGS,
                name="settings.json",
                description="What the user has set for memory: what is on, and how long things are kept.",
                mime_type="application/json",
            ),
            "get_memory_settings",
            {},
        ),
    )
}
PROMPTS = [
    Prompt(
        name=PROMPT,
        title="Use what is known about me",
        description="Work with the user’s memories: recall, act, say what helped.",
        arguments=[PromptArgument(name="task", description="What to do.")],
    )
]
LOOP = (
    "Use what you may know about me for this, in three steps.\n\n"
    "1. Recall: call recall_preferences with the task as `query` and an id of your own as `run`. Follow the rules it "
    "gives you. If `action` is `ask`, ask me that question first and save my answer with the arguments in "
    "`answerWith`.\n"
    "2. Act. If I tell you something about myself that will matter again, save it with my own words as `quote` and the "
    "same `run`. Don’t ask me whether to remember it: I decide that on my review page.\n"
    "3. Feedback: when I accept, reject or correct the work, call record_feedback with the same `run` and say which."
)


def to_markdown(recalled: dict[str, Any]) -> str:
    """Return a recall's answer as the MEMORY.md that a client shows or gives to its model."""
    lines = ["# What the user lets you know about them", "", recalled["block"]]
    if recalled["reason"]:
        lines += ["", recalled["reason"]]
    if waiting := recalled["waiting"]:
        lines += ["", f"{waiting['count']} questions wait for the user: {waiting['reviewUrl']}"]
    if recalled["receiptId"]:
        lines += ["", f"Receipt: {recalled['receiptId']}"]
    return "\n".join(lines) + "\n"


def prompt(arguments: dict[str, str]) -> GetPromptResult:
    task = signs.cut(arguments.get("task", "").strip(), TASK_MAX)
    text = f"{LOOP}\n\nThe task: {task}" if task else LOOP
    return GetPromptResult(
        description=PROMPTS[0].description, messages=[PromptMessage(role="user", content=TextContent(text=text))]
    )
