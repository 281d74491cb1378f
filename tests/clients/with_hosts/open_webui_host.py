"""Loads the filter with Open WebUI's own code, from its own database, and runs it as a chat does."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

FOLDER = tempfile.mkdtemp()
os.environ |= {
    "DATA_DIR": FOLDER,
    "DATABASE_URL": f"sqlite:///{FOLDER}/webui.db",
    "OFFLINE_MODE": "true",
    "WEBUI_SECRET_KEY": "x" * 40,
    "ENABLE_DB_MIGRATIONS": "false",
}
sys.stdout, answers = sys.stderr, sys.stdout  # it prints a banner

from open_webui.internal import db  # noqa: E402
from open_webui.models.functions import FunctionForm, Functions  # noqa: E402
from open_webui.models.users import Users  # noqa: E402
from open_webui.utils.filter import get_filter_context, get_filter_functions, process_filter_functions  # noqa: E402
from open_webui.utils.plugin import load_function_module_by_id  # noqa: E402

from tests.clients.with_hosts.lines import serve  # noqa: E402

FILTER = Path("clients/open-webui/memoryweb_filter.py")
NAME, USER = "memoryweb", "user-1"
request = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace()), state=SimpleNamespace())
loop = asyncio.new_event_loop()


async def install(url: str) -> str:
    """Install the filter as an administrator does, and give it the user's own token."""
    async with db.async_engine.begin() as connection:
        await connection.run_sync(db.Base.metadata.create_all)
    content = FILTER.read_text()
    _, kind, manifest, _ = await load_function_module_by_id(NAME, content)
    form = FunctionForm(id=NAME, name=manifest["title"], content=content, meta={"manifest": manifest})
    await Functions.insert_new_function(USER, kind, form)
    await Functions.update_function_by_id(NAME, {"is_active": True, "is_global": True})
    await Functions.update_function_valves_by_id(NAME, {"url": url, "seconds": 10})
    await Users.insert_new_user(USER, "Alice", "alice@example.org", role="admin")
    await Functions.update_user_valves_by_id_and_user_id(NAME, USER, {"token": os.environ["MEMORYWEB_TOKEN"]})
    return str(kind)


async def run(kind: str, body: dict[str, Any], metadata: dict[str, Any]) -> Any:
    """Run the filter on what a chat sends or got."""
    request.state = SimpleNamespace()
    functions = await get_filter_functions(request, {}, [])
    extra = {"__user__": {"id": USER, "name": "Alice"}, "__metadata__": metadata}
    result, _ = await process_filter_functions(request, get_filter_context(request), functions, kind, body, extra)
    return result


def handle(do: str, body: Any = None, metadata: Any = None, **valves: Any) -> Any:
    if do == "install":
        return loop.run_until_complete(install(os.environ["MEMORYWEB_URL"]))
    if do == "valves":
        loop.run_until_complete(Functions.update_function_valves_by_id(NAME, valves))
        return None
    return loop.run_until_complete(run(do, body, metadata or {}))


if __name__ == "__main__":
    sys.stdout = answers
    serve(handle)
