"""Runs an agent of the OpenAI Agents SDK with a scripted model behind a double of the Responses API."""

import asyncio
import json
from typing import Any

from agents import Agent, OpenAIResponsesModel, Runner, set_tracing_disabled
from openai import AsyncOpenAI

from memoryweb_client import Client
from memoryweb_client.openai_agents import memory_tools, recalling
from tests import json_server
from tests.clients.with_hosts.lines import serve

set_tracing_disabled(True)
MODEL = "scripted"


class ScriptedModel:
    """Calls one tool, then answers with what the tool said. It keeps the instructions that it was given."""

    def __init__(self, call: dict[str, Any] | None) -> None:
        self.call, self.instructions = call, ""

    def respond(self, path: str, body: dict[str, Any], authorization: str) -> tuple[int, bytes]:
        self.instructions = body.get("instructions", "")
        results = [item for item in body["input"] if item.get("type") == "function_call_output"]
        if self.call and not results:
            output = {
                "type": "function_call",
                "id": "fc_1",
                "call_id": "call_1",
                "name": self.call["name"],
                "arguments": json.dumps(self.call["arguments"]),
                "status": "completed",
            }
        else:
            said = results[-1]["output"] if results else "Done."
            part: dict[str, Any] = {"type": "output_text", "text": said, "annotations": []}
            output = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [part]}
        return 200, json.dumps(_response(output)).encode()


def _response(output: dict[str, Any]) -> dict[str, Any]:
    usage = {
        "input_tokens": 1,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 1,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 2,
    }
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "status": "completed",
        "model": MODEL,
        "output": [output],
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
        "usage": usage,
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "temperature": 1,
        "top_p": 1,
    }


def handle(said: str, call: dict[str, Any] | None = None, url: str = "") -> dict[str, str]:
    """Run one turn, and return the agent's answer and the instructions that the model was given."""
    memory = Client(url, "mweb_x") if url else Client.from_environment()
    model = ScriptedModel(call)
    with json_server.serving(model.respond) as address:
        agent = Agent(
            name="Helper",
            instructions=recalling(memory, "You help with reports.", seconds=0.8 if url else 10),
            tools=[*memory_tools(memory)],
            model=OpenAIResponsesModel(MODEL, AsyncOpenAI(base_url=address, api_key="none")),
        )
        answer = asyncio.run(Runner.run(agent, said))
    return {"answer": answer.final_output, "instructions": model.instructions}


if __name__ == "__main__":
    serve(handle)
