"""What was erased after a backup does not come back with it: not in a file, not on a page, not by an agent."""

import zipfile
from pathlib import Path

from memoryweb.embedded.backup import rows
from tests.embedded.installation import Folder

WORD = "zebracanary"
TOLD = f"""
from memoryweb.agents.models import Agent
with scope.acting_as(person.pk):
    agent = Agent.connect(person, name="Scribe", trust="trusted")[0]
    agent_says(agent, "I like {WORD} tea", quote="{WORD} tea, please")
    person_types(person, "A {WORD} and another bicycle", name="bicycle", category="personal")
    person_types(person, "Kept", name="color", category="personal")
"""
CONVERSATIONS = f"""
from memoryweb.agents.models import Agent
from memoryweb.learning import conversations, policy
from memoryweb.people.models import MemorySettings
policy.READ_SECONDS = 60  # for as long as the machine takes
with scope.acting_as(person.pk):
    agent, settings = Agent.objects.get(), MemorySettings.for_person(person.pk)
    for number, topic in enumerate(["{WORD} plans", "Garden"]):
        messages = ["Did I want a {WORD} or not?" if number == 0 else "Did I want roses?", "Good morning"]
        ended = conversations.EndedConversation(external_id=str(number), messages=messages, ended_at=now, topic=topic)
        conversations.record(agent, settings, ended, now=now)
    assert Memory.objects.count() == 3
"""
ERASE_MEMORIES = (
    f"found = [memory.pk for memory in Memory.objects.all() if '{WORD}' in str(memory)]",
    "erasure.erase_many(found, by=Person(person), now=now); print(len(found))",
)
ERASE_TOPIC = (
    "from memoryweb.memories.erasing import topics; from memoryweb.language.mentions.topics import Topic",
    f"topic = Topic.from_text('{WORD}')",
    "keys = frozenset(place.key for place in topics.find(person.pk, topic).places)",
    "receipt = erasure.erase_topic(topic, topics.Choice(keys=keys), by=Person(person), now=now)",
    "print(receipt.checked)",
)
SEARCH = (
    "from memoryweb.memories.erasing import topics; from memoryweb.language.mentions.topics import Topic",
    f"print(len(topics.find(person.pk, Topic.from_text('{WORD}')).hits))",
)
SAY_AGAIN = (
    "from memoryweb.agents.models import Agent",
    f"print(agent_says(Agent.objects.get(), 'I like {WORD} tea').name)",
)
RECEIPTS = "SELECT id, erased_at, memories, places, fingerprint FROM memories_erasure ORDER BY id"


def dumped_words(file: Path) -> bool:
    """Return whether a backup has the word. Its rows are compressed, so a search of its bytes would find nothing."""
    with zipfile.ZipFile(file) as archive:
        return any(WORD.encode() in unpacked(archive, name) for name in archive.namelist())


def unpacked(archive: zipfile.ZipFile, name: str) -> bytes:
    if not name.startswith(rows.FOLDER):
        return archive.read(name)
    with rows.unpacked(archive, name) as content:
        return bytes(content.read())


def assert_gone(folder: Folder) -> None:
    with folder.running():
        assert folder.as_person(*SEARCH) == "0"
        assert folder.rows("SELECT label FROM memories_memory WHERE status = 'active'") == [("Color",)]
        assert folder.as_person(*SAY_AGAIN) == "blocked"
        assert folder.rows("SELECT topic, excerpts FROM learning_conversation ORDER BY external_id") == [
            ("", ["Good morning"]),
            ("Garden", ["Did I want roses?", "Good morning"]),
        ]
        assert folder.rows("SELECT count(*) FROM memories_erasure WHERE purged_at IS NULL") == [(0,)]
    assert folder.files_with(WORD) == []


def test_an_old_backup_with_the_current_log_has_none_of_the_erased_words(folder: Folder, tmp_path: Path) -> None:
    old, restored = tmp_path / "old.zip", Folder(tmp_path / "restored")
    with folder.running():
        folder.run_code(TOLD)
        folder.run_code(CONVERSATIONS)
        folder.manage("backup", str(old), "--no-verify")
        assert dumped_words(old)
        assert folder.as_person(*ERASE_MEMORIES) == "2"
        folder.as_person(*ERASE_TOPIC)
        folder.manage("upkeep", "purge_erased")
        receipts = folder.rows(RECEIPTS)
        assert len(receipts) == 2
    log = folder.data / "erasures.jsonl"
    assert len(log.read_text().splitlines()) == 2
    assert WORD not in log.read_text()
    told = restored.manage("restore", str(old), "--erasures", str(log))
    assert "Erasures since the backup: 2 done again." in told
    assert_gone(restored)
    assert_gone(folder)
    with restored.running():
        assert restored.rows(RECEIPTS) == receipts
        again = restored.manage("replay_erasures", str(log))
        assert again == "Erasures since the backup: 2 in the backup already."


def test_what_was_learned_and_erased_after_the_backup_stays_unlearnable(folder: Folder, tmp_path: Path) -> None:
    """The conversation is in the backup, and the memory that took the words out of it is not.

    The log beside a nightly backup is found. A line that was cut off in it is no matter.
    """
    restored = Folder(tmp_path / "restored")
    with folder.running():
        folder.run_code(TOLD.replace(WORD, "tea-time"))
        folder.run_code(CONVERSATIONS)
        folder.manage("backup", "--no-verify")
        (old,) = (folder.data / "backups").iterdir()
        learn = f"person_types(person, 'I want a {WORD}', name='wish', category='personal')"
        folder.as_person(learn)
        assert folder.as_person(*ERASE_MEMORIES) == "1"
    with (folder.data / "erasures.jsonl").open("a") as file:
        file.write('{"id": "cut o')
    assert "1 done again" in restored.manage("restore", str(old))
    with restored.running():
        assert restored.rows("SELECT excerpts FROM learning_conversation WHERE external_id = '0'") == [
            (["Good morning"],)
        ]
        assert (
            restored.as_person(
                "from memoryweb.agents.models import Agent",
                f"print(agent_says(Agent.objects.get(), 'I want a {WORD}', name='wish', category='personal').name)",
            )
            == "blocked"
        )


def test_without_a_log_a_restore_asks_for_one(folder: Folder, tmp_path: Path) -> None:
    folder.manage("backup", str(tmp_path / "old.zip"), "--no-verify")
    result = Folder(tmp_path / "restored").run("restore", str(tmp_path / "old.zip"))
    assert result.returncode == 1
    assert "must be erased again" in result.stderr
    assert not (tmp_path / "restored").exists()
