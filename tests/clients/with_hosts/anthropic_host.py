"""Runs the memory tool in Anthropic's own tool runner, with a scripted model behind a double of the Messages API."""

import asyncio
import json
from tempfile import TemporaryDirectory
from typing import Any

from anthropic import Anthropic, AsyncAnthropic
from anthropic.tools.memory import BetaAbstractMemoryTool, BetaLocalFilesystemMemoryTool

from memoryweb_client import Client
from memoryweb_client.anthropic import AsyncMemoryWebTool, MemoryWebTool
from tests import json_server
from tests.clients.with_hosts.lines import serve

MODEL = "claude-sonnet-5-5"


class ScriptedModel:
    """Calls the memory tool with one command after the other, and keeps what the tool answered."""

    def __init__(self, commands: list[dict[str, Any]]) -> None:
        self.commands, self.answers = commands, list[dict[str, Any]]()
        self.tools: Any = None

    def respond(self, path: str, body: dict[str, Any], authorization: str) -> tuple[int, bytes]:
        self.tools = body.get("tools", self.tools)  # a thread keeps those of the first request
        content = body["messages"][-1]["content"]
        for block in content if isinstance(content, list) else []:
            if block["type"] == "tool_result":
                self.answers.append({"text": _text(block["content"]), "is_error": bool(block.get("is_error"))})
        number = len(self.answers)
        if number < len(self.commands):
            call = {"type": "tool_use", "id": f"toolu_{number}", "name": "memory", "input": self.commands[number]}
            return 200, json.dumps(_message([call], "tool_use")).encode()
        return 200, json.dumps(_message([{"type": "text", "text": "Done."}], "end_turn")).encode()


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def _message(content: list[dict[str, Any]], stop_reason: str) -> dict[str, Any]:
    usage = {"input_tokens": 1, "output_tokens": 1}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": content,
        "stop_reason": stop_reason,
        "stop_sequence": None,
        "usage": usage,
    }


tool = MemoryWebTool(Client.from_environment())
async_tool = AsyncMemoryWebTool(Client.from_environment())


def handle(commands: list[dict[str, Any]], *, is_async: bool = False, is_local: bool = False) -> dict[str, Any]:
    """Let the model send the commands, and return what the tool answered and how it is declared.

    `is_local`: to Anthropic's own tool, which keeps files on the disk.
    """
    model = ScriptedModel(commands)
    with json_server.serving(model.respond) as url:
        asyncio.run(_run_async(url)) if is_async else _run(url, is_local=is_local)
    return {"answers": model.answers, "tools": model.tools}


def _run(url: str, *, is_local: bool) -> None:
    with TemporaryDirectory() as folder:
        _run_with(url, BetaLocalFilesystemMemoryTool(folder) if is_local else tool)


def _run_with(url: str, memory: BetaAbstractMemoryTool) -> None:
    client = Anthropic(api_key="none", base_url=url.removesuffix("/v1"))
    client.beta.messages.tool_runner(
        model=MODEL, max_tokens=100, messages=[{"role": "user", "content": "Go"}], tools=[memory]
    ).until_done()


async def _run_async(url: str) -> None:
    async with AsyncAnthropic(api_key="none", base_url=url.removesuffix("/v1")) as client:
        await client.beta.messages.tool_runner(
            model=MODEL, max_tokens=100, messages=[{"role": "user", "content": "Go"}], tools=[async_tool]
        ).until_done()


if __name__ == "__main__":
    serve(handle)
