"""What every process loads at its start, and what it does not wait for."""

import os

from tests.embedded import commands

STATE = "import gc, sys; print(gc.isenabled(), gc.get_freeze_count() > 0, {'httpx', 'webpush'} & sys.modules.keys())"


def test_what_was_loaded_is_frozen_and_rarely_needed_libraries_are_not_loaded() -> None:
    result = commands.run(["shell", "--no-imports", "-c", STATE], os.environ)
    assert result.returncode == 0, result.stderr
    assert result.stdout == "True True set()\n"
