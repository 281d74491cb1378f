"""The library that runs the default encoder reports nothing to anybody."""

import os
import subprocess
import sys
from pathlib import Path

from memoryweb.embedded.data_folder import ROOT

LOAD = """
from memoryweb.recall.encoders.multilingual import MultilingualEncoder
MultilingualEncoder().encode(["I like rye"])
"""


def test_loading_the_encoder_leaves_no_telemetry_behind(tmp_path: Path) -> None:
    """Where it is on, onnxruntime makes an id of the device and a database of events in the home folder."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_"))}
    environ |= {"HOME": str(tmp_path), "DJANGO_SETTINGS_MODULE": "memoryweb.settings"}
    subprocess.run([sys.executable, "-c", LOAD], cwd=ROOT, env=environ, check=True)
    assert list(tmp_path.rglob("*")) == []
