"""The data folder is private, and reading its addresses and secrets changes nothing."""

import errno
import os
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from memoryweb.embedded import addresses, data_folder
from memoryweb.embedded.data_folder import CannotRunError, Secrets


def test_reading_urls_creates_nothing(data: Path) -> None:
    addresses.database_url(data)
    addresses.broker_url(data)
    addresses.cache_url(data)
    assert data_folder.secret_key(data) == data_folder.secret_key(data)
    assert not data.exists()


def test_secrets_are_private_and_stay(data: Path) -> None:
    data_folder.create(data)
    first = (Secrets.read_or_create(data), data_folder.secret_key(data))
    assert (Secrets.read_or_create(data), data_folder.secret_key(data)) == first
    assert (data / "secrets.json").stat().st_mode & 0o777 == 0o600
    assert data.stat().st_mode & 0o777 == 0o700
    assert "password" not in repr(first[0])


def test_passwords_differ_by_role(data: Path) -> None:
    data_folder.create(data)
    passwords = {urlsplit(addresses.database_url(data, role)).password for role in data_folder.LOGINS}
    assert len(passwords) == len(data_folder.LOGINS)


def test_a_folder_with_other_files_is_refused(data: Path) -> None:
    data.mkdir(mode=0o755)
    (data / "thesis.txt").write_text("mine")
    with pytest.raises(CannotRunError, match="holds other files"):
        data_folder.create(data)
    assert data.stat().st_mode & 0o777 == 0o755


def test_a_first_start_on_a_full_disk_leaves_nothing(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        data_folder.create(data)
    assert list(data.iterdir()) == []


def test_what_a_broken_off_start_or_restore_left_is_not_other_files(data: Path) -> None:
    data.mkdir()
    for name in ("lock", "secrets.json.new"):
        (data / name).touch()
    data_folder.create(data)
    assert {path.name for path in data.iterdir()} == {"lock", "secrets.json"}


@pytest.mark.parametrize("text", ["{", "", "[]", '{"secret_key": "x"}', '{"secret_key": "x", "passwords": {"a": 1}}'])
def test_damaged_secrets_are_one_sentence_with_the_way_out(data: Path, text: str) -> None:
    data_folder.create(data)
    (data / "secrets.json").write_text(text)
    for read in (data_folder.secret_key, addresses.database_url, data_folder.create):
        with pytest.raises(CannotRunError, match=r"secrets\.json is damaged\. Restore it from a backup, or choose"):
            read(data)
    assert (data / "secrets.json").read_text() == text


def test_a_line_break_in_the_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotRunError, match="line break"):
        data_folder.create(tmp_path / "two\nlines")


def test_special_characters_survive_in_urls() -> None:
    data = Path("/srv/my data; 100% & more")
    query = urlsplit(addresses.database_url(data)).query
    assert unquote(query.removeprefix("host=")) == str(data / "run")


def test_a_long_path_gets_a_short_socket_folder(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 30)
    assert len(os.fsencode(addresses.socket_folder(data))) < 60


@pytest.mark.parametrize("name", ["a,b", 'a"b'])
def test_a_path_that_no_socket_can_have_gets_a_short_socket_folder(tmp_path: Path, name: str) -> None:
    assert addresses.socket_folder(tmp_path / name).parent == Path("/tmp")


def test_a_socket_folder_of_someone_else_is_refused(tmp_path: Path) -> None:
    data = tmp_path / ("taken" * 30)
    folder = addresses.socket_folder(data)
    folder.symlink_to(tmp_path)
    try:
        with pytest.raises(CannotRunError, match="belongs to someone else"):
            addresses.socket_folder(data)
    finally:
        folder.unlink()
