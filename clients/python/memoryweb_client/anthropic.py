"""Anthropic's memory tool (memory_20250818) on memoryweb, for the tool runner of the `anthropic` package."""

import asyncio
from collections.abc import Callable

from anthropic.lib.tools import ToolError
from anthropic.tools.memory import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool
from anthropic.types.beta import (
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)

from memoryweb_client.client import Client
from memoryweb_client.errors import MemoryWebError
from memoryweb_client.memory_files import FileError, MemoryFiles
from memoryweb_client.notes import Source


class MemoryWebTool(BetaAbstractMemoryTool):
    """`client.beta.messages.tool_runner(..., tools=[MemoryWebTool(Client(url, token))])`.

    Use one for each agent and conversation. `source` says how the agent knows what it writes: if left out, the person
    is asked about each line. With "inference" lines are noted and nobody is asked.
    """

    def __init__(self, client: Client, *, project: str = "", query: str = "", source: Source = "") -> None:
        super().__init__()
        self._files = MemoryFiles(client, project=project, query=query, source=source)

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return _answer(lambda: self._files.view(command.path, command.view_range))

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return _answer(lambda: self._files.create(command.path, command.file_text))

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return _answer(lambda: self._files.str_replace(command.path, command.old_str, command.new_str))

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return _answer(lambda: self._files.insert(command.path, command.insert_line, command.insert_text))

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return _answer(lambda: self._files.delete(command.path))

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return _answer(lambda: self._files.rename(command.old_path, command.new_path))


class AsyncMemoryWebTool(BetaAsyncAbstractMemoryTool):
    """The same for `AsyncAnthropic`. Each command runs in a thread."""

    def __init__(self, client: Client, *, project: str = "", query: str = "", source: Source = "") -> None:
        super().__init__()
        self._tool = MemoryWebTool(client, project=project, query=query, source=source)

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return await asyncio.to_thread(self._tool.view, command)

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return await asyncio.to_thread(self._tool.create, command)

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return await asyncio.to_thread(self._tool.str_replace, command)

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return await asyncio.to_thread(self._tool.insert, command)

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return await asyncio.to_thread(self._tool.delete, command)

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return await asyncio.to_thread(self._tool.rename, command)


def _answer(command: Callable[[], str]) -> str:
    """Run a command. What goes wrong becomes an error that the model reads."""
    try:
        return command()
    except (FileError, MemoryWebError) as error:
        raise ToolError(str(error)) from error
