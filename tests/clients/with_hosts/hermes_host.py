"""Loads the provider as Hermes Agent loads a plugin, and runs it below Hermes' own memory manager."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

HOME = Path(tempfile.mkdtemp())
shutil.copytree("clients/hermes", HOME / "plugins" / "memoryweb")
os.environ["HERMES_HOME"] = str(HOME)

from agent.memory_manager import MemoryManager  # noqa: E402
from plugins.memory import discover_memory_providers, load_memory_provider  # noqa: E402

from tests.clients.with_hosts.lines import serve  # noqa: E402

manager = MemoryManager()


def handle(do: str, **arguments: Any) -> Any:
    if do == "load":
        provider = load_memory_provider("memoryweb")
        manager.add_provider(provider)
        manager.initialize_all("session-1", platform="cli", agent_context=arguments["context"])
        return [name for name, _, available in discover_memory_providers() if available]
    if do == "prefetch":
        return manager.prefetch_all(arguments["query"])
    if do == "turn":
        manager.sync_all(arguments["said"], "I will.", session_id="session-1")
        return manager.flush_pending(timeout=30)
    if do == "tools":
        return sorted(manager.get_all_tool_names())
    return manager.handle_tool_call(arguments["name"], arguments["args"])


if __name__ == "__main__":
    serve(handle)
