"""The official conformance suite of MCP, in its authorization mode: it asks for a code and for a token."""

import socket
import subprocess

import httpx2

from tests.api.web_process import WebProcess
from tests.conformance import programs
from tests.oauth.connector import Browser


@programs.needs_programs
def test_the_authorization_server_is_described_and_lets_the_suite_in(web: WebProcess, her_browser: Browser) -> None:
    """It wants a browser in which somebody signs in and presses Connect."""
    with socket.socket() as free_port:
        free_port.bind(("127.0.0.1", 0))
        port = free_port.getsockname()[1]
    client = {
        "client_name": "The suite",
        "redirect_uris": [f"http://127.0.0.1:{port}/callback"],
        "token_endpoint_auth_method": "none",
    }
    registered = httpx2.post(f"{web.url}/oauth/register/", json=client).json()
    command = programs.command(
        programs.SUITE,
        "authorization",
        f"--url={web.url}",
        f"--client-id={registered['client_id']}",
        f"--port={port}",
        f"--resource={web.url}/mcp",
    )
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=programs.FOLDER) as running:
        try:
            assert running.stdout
            asked = next(line.strip() for line in running.stdout if line.startswith(f"{web.url}/oauth/authorize/"))
            answer = her_browser.press(her_browser.open(asked))
            assert httpx2.get(answer.headers["Location"]).text.startswith("OK.")
            said, _ = running.communicate(timeout=programs.SECONDS)
        finally:
            running.kill()
    print(programs.summary(said))
    assert "Total: 3 passed, 0 failed" in said, said
