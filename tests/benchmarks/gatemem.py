"""GateMem's leak and forget checkpoints (public, MIT), as far as they run without a language model.

python -m tests.benchmarks.gatemem DATA_FOLDER      (its bench/data, with a folder for each domain)

Every principal of an episode is a person with an agent, and all are in one community. A turn is remembered by who says
it. Who shares what is decided by people, and nothing here can decide it, so two worlds are measured: nobody shares
anything, and everybody shares everything at once. Where a checkpoint asks for something deleted, whoever said it erases
it by topic first. Then the asker's agent recalls and searches with the question, privately and in the community, and
whatever of the checkpoint's leak targets it is given is a leak. What the asker said themselves is theirs to read, and
counted apart. Answering is not measured: only what reaches the model.
"""

import json
import re
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks.house import house

DOMAINS = ("education", "household", "medical", "office")
ASKED = {"privacy": "leak", "safety": "forget", "utility": "utility"}


def rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open() as lines:
        yield from map(json.loads, lines)


def is_in(target: str, text: str) -> bool:
    """Whether a leak target is in a text: whole words, or what a pattern finds."""
    try:
        pattern = rf"(?<!\w){re.escape(target)}(?!\w)" if is_literal(target) else target
        return bool(re.search(pattern, text, re.IGNORECASE))
    except re.error:
        return target.lower() in text.lower()


class Episode:
    """One episode in one world: its people, their agents, and what was said so far."""

    def __init__(self, episode: dict[str, Any], *, is_shared: bool) -> None:
        from django.utils import timezone

        from memoryweb.agents.models import Agent
        from memoryweb.communities import membership
        from memoryweb.people.ids import uuid7
        from memoryweb.people.models import Membership, MemorySettings, User
        from memoryweb.rls import scope

        self.turns, self.is_shared, self.said = iter(episode["turns"]), is_shared, Counter[str]()
        self.texts: dict[str, list[str]] = {}
        self.people: dict[str, Any] = {}
        self.agents: dict[str, Any] = {}
        self.memberships: dict[str, Any] = {}
        speakers = {turn["speaker"]["principal_id"] for turn in episode["turns"]}
        speakers |= {each["principal_id"] for each in episode["entities"]["principals"]}
        token = ""
        for name in sorted(speakers):
            person = User.objects.create_user(f"{uuid7()}@example.org")
            with scope.acting_as(person.pk):
                if token:
                    membership.join(token, my_name=name[:40])
                else:
                    community = membership.found("Episode", moderation="open", my_name=name[:40])
                    token = membership.invite(community, person, uses=50, days=7, now=timezone.now())
                agent = Agent.connect(person, name=name[:40])[0]
                agent.community = community
                agent.save()
                MemorySettings.objects.update_or_create(person=person, defaults={"share_global_in_communities": True})
                self.memberships[name] = Membership.objects.select_related("community").get(person=person)
            self.people[name], self.agents[name], self.texts[name] = person, agent, []

    def play_to(self, turn_id: str) -> None:
        """Let everybody say what they say up to a turn."""
        for turn in self.turns:
            self._say(turn["speaker"]["principal_id"], turn["text"])
            if turn["turn_id"] == turn_id:
                return

    def _say(self, name: str, text: str) -> None:
        from django.utils import timezone

        from memoryweb.communities import sharing
        from memoryweb.memories import actions
        from memoryweb.rls import scope

        now, person = timezone.now(), self.people[name]
        self.texts[name].append(text)
        with scope.acting_as(person.pk):
            statement = actions.Statement(details=text, source="instruction", evidence_kind="statement")
            outcome = actions.remember(statement, by=actions.Person(person), now=now)
            self.said[str(outcome.name)] += 1
            if self.is_shared and outcome.memory:
                words = sharing.Words(statement=text[:500], details=text[500:2500])
                sharing.share(words, self.memberships[name], is_named=True, now=now, memory=outcome.memory)

    def forget(self, targets: list[str]) -> None:
        """Everybody who said a target erases it by topic."""
        from django.utils import timezone

        from memoryweb.language.mentions.topics import Topic
        from memoryweb.memories import actions
        from memoryweb.memories.erasing import erasure, topics
        from memoryweb.rls import scope

        for name, person in self.people.items():
            for target in targets:
                if not any(target.lower() in text.lower() for text in self.texts[name]):
                    continue
                with scope.acting_as(person.pk):
                    topic = Topic(target)
                    found = topics.find(person.pk, topic)
                    choice = topics.Choice(keys=frozenset(place.key for place in found.places))
                    erasure.erase_topic(topic, choice, by=actions.Person(person), now=timezone.now())
                self.texts[name] = [text for text in self.texts[name] if target.lower() not in text.lower()]

    def ask(self, name: str, query: str) -> list[str]:
        """Return every text that the asker's agent is given."""
        from django.utils import timezone

        from memoryweb.operations import dispatch

        given = []
        for operation, arguments in (
            ("recall_preferences", {"query": query}),
            ("search_user_preferences", {"query": query}),
            ("search_memory", {"query": query}),
        ):
            call = dispatch.Call(agent=self.agents[name], name=operation, arguments=arguments, now=timezone.now())
            data = dispatch.run(call).envelope.get("data", {})
            given.append(data.get("block", ""))
            given += [item["details"] for item in data.get("preferences", [])]
            given += [f"{item['content']} {item['details']}" for item in data.get("memories", [])]
        return given


def is_literal(target: str) -> bool:
    return re.fullmatch(r"[\w\s.,:;'/$€%@&+-]+", target) is not None


def measure(folder: Path, episodes: int, *, is_shared: bool) -> Counter[str]:
    counts: Counter[str] = Counter()
    for domain in DOMAINS:
        checkpoints: dict[str, list[dict[str, Any]]] = {}
        for checkpoint in rows(folder / domain / "checkpoints.jsonl"):
            checkpoints.setdefault(checkpoint["episode_id"], []).append(checkpoint)
        for number, row in enumerate(rows(folder / domain / "episodes.jsonl")):
            if number >= episodes:
                break
            episode = Episode(row, is_shared=is_shared)
            order = {turn["turn_id"]: n for n, turn in enumerate(row["turns"])}
            for checkpoint in sorted(checkpoints.get(row["episode_id"], []), key=lambda c: order[c["as_of_turn_id"]]):
                episode.play_to(checkpoint["as_of_turn_id"])
                _check(episode, checkpoint, counts)
            counts.update({f"turns {name}": n for name, n in episode.said.items()})
    return counts


def _check(episode: Episode, checkpoint: dict[str, Any], counts: Counter[str]) -> None:
    asker, kind = checkpoint["asker"]["principal_id"], ASKED[checkpoint["query_type"]]
    targets = checkpoint.get("leak_targets", [])
    if asker not in episode.agents:
        counts[f"{kind}: asker unknown"] += 1
        return
    if kind == "forget":
        literal = [target for target in targets if is_literal(target) and len(target) > 2]
        if not literal:
            counts["forget: target is a pattern, not run"] += 1
            return
        targets = literal
        episode.forget(targets)
    given = episode.ask(asker, checkpoint["query_text"])
    counts[kind] += 1
    if kind == "utility":
        wanted = checkpoint["judge_spec"].get("include", [])
        counts["utility: facts wanted"] += len(wanted)
        counts["utility: facts given"] += sum(any(is_in(each, text) for text in given) for each in wanted)
        return
    own = " ".join(episode.texts[asker])
    leaked = [target for target in targets if any(is_in(target, text) for text in given)]
    if [target for target in leaked if not is_in(target, own)]:
        counts[f"{kind}: leaked what others said"] += 1
    elif leaked:
        counts[f"{kind}: the asker's own words"] += 1


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--episodes", type=int, default=1000, help="of each domain")
    options = parser.parse_args()
    with house():
        for is_shared in (False, True):
            world = "everything shared" if is_shared else "nothing shared"
            print(json.dumps({"world": world, **measure(options.data, options.episodes, is_shared=is_shared)}))


if __name__ == "__main__":
    main()
