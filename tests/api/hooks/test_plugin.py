"""The plugin of Claude Code: its files fit together, and say what the server serves."""

import json
import re
from pathlib import Path
from typing import Any

from memoryweb.api.hooks.hosts import HOSTS
from memoryweb.operations.table import OPERATIONS
from memoryweb.settings import BASE_DIR

PLUGIN = Path(BASE_DIR) / "clients" / "claude-code"


def read(name: str) -> Any:
    return json.loads((PLUGIN / name).read_text())


def test_the_hooks_are_those_that_the_server_answers_and_run_the_script() -> None:
    hooks = read("hooks/hooks.json")["hooks"]
    assert set(hooks) == set(HOSTS["claude-code"].moments)
    for (entry,) in hooks.values():
        (hook,) = entry["hooks"]
        script = re.fullmatch(r'python3 -IS "\$\{CLAUDE_PLUGIN_ROOT\}/(.+)" claude-code', hook["command"])
        assert script
        assert (PLUGIN / script[1]).stat().st_mode & 0o100


def test_the_plugin_has_the_version_of_the_changelog_and_stands_in_the_marketplace() -> None:
    version = re.search(r"^## ([\d.]+)", (Path(BASE_DIR) / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert version
    assert read(".claude-plugin/plugin.json")["version"] == version[1]
    (listed,) = read("../.claude-plugin/marketplace.json")["plugins"]
    assert (PLUGIN.parent / listed["source"]).resolve() == PLUGIN.resolve()
    assert listed["name"] == read(".claude-plugin/plugin.json")["name"]


def test_the_skill_names_operations_and_arguments_that_there_are() -> None:
    skill = (PLUGIN / "skills/memory/SKILL.md").read_text()
    named = set(re.findall(r"`(\w+_\w+)`", skill))
    arguments = {name for operation in OPERATIONS.values() for name in operation.arguments_model.model_fields}
    assert {"recall_preferences", "save_user_preference", "record_feedback"} <= named
    assert named <= set(OPERATIONS) | arguments
