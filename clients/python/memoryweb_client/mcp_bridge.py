"""The command memoryweb-mcp: MCP over stdin and stdout, for hosts that start their servers as programs.

Each line from the host is one JSON-RPC message and goes to memoryweb's /mcp as it is, with the token of
MEMORYWEB_TOKEN. Each answer goes back as one line. The bridge keeps nothing and knows both generations of the protocol:
what the newer one wants in headers is read from the message.
"""

import base64
import json
import os
import re
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from memoryweb_client.transport import ANSWER_MAX, NoRedirects

VERSION = "io.modelcontextprotocol/protocolVersion"  # in the _meta of each message, since 2026-07-28
NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
PLAIN = re.compile(r"[!-~](?:[ -~]*[!-~])?")
TIMEOUT = 60.0  # seconds for one answer
AT_ONCE = 8  # calls
FAILED = -32000  # a code that JSON-RPC leaves to servers


class Bridge:
    """Passes messages between a host and one memoryweb."""

    def __init__(self, url: str, token: str, answers: IO[str]) -> None:
        if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("MEMORYWEB_URL must begin with http:// or https://.")
        self._address, self._token, self._answers = f"{url.rstrip('/')}/mcp", token, answers
        self._opener = urllib.request.build_opener(NoRedirects)
        self._writing = threading.Lock()
        self._negotiated = ""  # the version of a handshake

    def run(self, messages: IO[str]) -> None:
        """Pass on what comes until the host closes its side. What needs no earlier answer runs beside the others."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for line in filter(str.strip, messages):
                message = _parsed(line)
                if message.get("method") == "initialize":
                    self._pass_on(line, message)
                else:
                    pool.submit(self._pass_on, line, message)

    def _pass_on(self, line: str, message: dict[str, Any]) -> None:
        try:
            for answer in self._send(line, message):
                if message.get("method") == "initialize":
                    self._negotiated = str((answer.get("result") or {}).get("protocolVersion", ""))
                self._write(answer)
        except Exception as error:
            text = str(error) if isinstance(error, _NoAnswerError) else f"memoryweb gave no answer: {error}"
            sys.stderr.write(f"{text}\n")
            if "id" in message and "method" in message:
                failure = {"code": FAILED, "message": text}
                self._write({"jsonrpc": "2.0", "id": message["id"], "error": failure})

    def _write(self, answer: dict[str, Any]) -> None:
        with self._writing:
            print(json.dumps(answer), file=self._answers, flush=True)

    def _send(self, line: str, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        request = urllib.request.Request(self._address, line.encode(), self._headers(message), method="POST")  # noqa: S310  the scheme is checked
        try:
            with self._opener.open(request, timeout=TIMEOUT) as response:
                yield from _answers_in(response)
        except urllib.error.HTTPError as error:
            with error:
                yield from _answers_in_error(error)

    def _headers(self, message: dict[str, Any]) -> dict[str, str]:
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        method, parameters = message.get("method"), message.get("params")
        parameters = parameters if isinstance(parameters, dict) else {}
        meta = parameters.get("_meta")
        version = meta.get(VERSION) if isinstance(meta, dict) else None
        if version and method:
            headers |= {"MCP-Protocol-Version": _encoded(version), "Mcp-Method": _encoded(method)}
            if method in NAMED_BY:
                headers["Mcp-Name"] = _encoded(parameters.get(NAMED_BY[method], ""))
        elif self._negotiated and method != "initialize":
            headers["MCP-Protocol-Version"] = self._negotiated
        return headers


class _NoAnswerError(Exception):
    """memoryweb refused the request, in words for the host."""


def _parsed(line: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}


def _encoded(value: object) -> str:
    """Return a value of a header; what a header cannot hold goes as base64, as MCP wants it."""
    text = str(value)
    if PLAIN.fullmatch(text) and not text.startswith("=?base64?"):
        return text
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


def _answers_in(response: Any) -> Iterator[dict[str, Any]]:
    """Read the answer: one JSON object, a stream of them, or nothing (202)."""
    if response.headers.get_content_type() == "text/event-stream":
        for line in response:
            if line.startswith(b"data:") and (answer := _parsed(line[5:].decode())):
                yield answer
    elif body := response.read(ANSWER_MAX).strip():
        yield json.loads(body)


def _answers_in_error(error: urllib.error.HTTPError) -> Iterator[dict[str, Any]]:
    """Pass on an error of the protocol. Any other is worded for the host: a wrong token, no rights, too many calls."""
    told = _parsed(error.read(ANSWER_MAX).decode(errors="replace"))
    if "jsonrpc" in told:
        yield told
        return
    failure = told.get("error")
    reason = failure.get("message") if isinstance(failure, dict) else None
    raise _NoAnswerError(f"memoryweb answered {error.code}: {reason or error.reason}")


def main() -> int:
    url, token = os.environ.get("MEMORYWEB_URL", ""), os.environ.get("MEMORYWEB_TOKEN", "")
    if not url or not token:
        sys.stderr.write("Set MEMORYWEB_URL and MEMORYWEB_TOKEN.\n")
        return 2
    try:
        bridge = Bridge(url, token, sys.stdout)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    bridge.run(sys.stdin)
    return 0


if __name__ == "__main__":
    sys.exit(main())
