"""What a page shows of a topic that was found: rows by group, each with its words, its state and its day."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from django.db.models import Max, Sum
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from memoryweb.communities.models import Contribution, SharedMemory
from memoryweb.language.mentions.topics import Segment, Topic
from memoryweb.language.text import signs
from memoryweb.learning.models import Conversation, Feedback
from memoryweb.memories.erasing import topics
from memoryweb.memories.models import Conflict, Erasure, Memory, Proposal, Status, Use
from memoryweb.people.models import User
from memoryweb.recall.models import Receipt
from memoryweb.review.communities import shared_pages
from memoryweb.review.history import receipt_text

NAMED_MAX = 60  # characters of a memory that goes because of what an older version of it said
LISTED = 100  # places of a group that are listed one by one
GROUPS: dict[str, tuple[Any, int, Any]] = {  # title, how many rows are open at first, what the fold-out says
    topics.MEMORIES: (gettext_lazy("Memories"), 10, ngettext_lazy("%d more memory", "%d more memories")),
    topics.NOTES: (gettext_lazy("Notes"), 5, ngettext_lazy("%d more note", "%d more notes")),
    topics.QUOTES: (gettext_lazy("Quotes"), 3, ngettext_lazy("%d more quote", "%d more quotes")),
    topics.QUESTIONS: (gettext_lazy("Questions"), 3, ngettext_lazy("%d more question", "%d more questions")),
    topics.CONVERSATIONS: (
        gettext_lazy("Conversations"),
        2,
        ngettext_lazy("%d more conversation", "%d more conversations"),
    ),
    topics.FEEDBACK: (gettext_lazy("Feedback"), 2, ngettext_lazy("%d more remark", "%d more remarks")),
    topics.RECEIPTS: (gettext_lazy("Receipts"), 1, ngettext_lazy("%d more receipt", "%d more receipts")),
    topics.SHARED: (gettext_lazy("Shared with communities"), 3, ngettext_lazy("%d more", "%d more")),
}
NOTE_ON = {
    topics.QUOTES: gettext_lazy("the memories stay, the quotes go"),
    topics.FEEDBACK: gettext_lazy("your answer still counts, without these words"),
    topics.RECEIPTS: gettext_lazy("stay, with these words removed"),
    topics.SHARED: gettext_lazy("taken back from the community at once"),
}
STORES = {  # what the check of a receipt calls each store
    "memories": gettext_lazy("Memories, in every state"),
    "versions": gettext_lazy("Versions and history"),
    "quotes": gettext_lazy("Quotes"),
    "questions": gettext_lazy("Questions"),
    "conversations": gettext_lazy("Conversations"),
    "feedback": gettext_lazy("Feedback on agents’ work"),
    "receipts": gettext_lazy("Receipts"),
    "shared": gettext_lazy("Shared with communities"),
    "kept answers": gettext_lazy("Answers kept for agents"),
    "undo records": gettext_lazy("What Undo keeps"),
    "search index": gettext_lazy("Search index"),
}
REMOVED = (  # what a receipt counts, in the order it shows it; what has one name is counted together
    ("memory", gettext_lazy("Memories")),
    ("notes", gettext_lazy("Of these, notes")),
    ("versions", gettext_lazy("Versions of them")),
    ("evidence", gettext_lazy("Pieces of evidence")),
    ("quotes", gettext_lazy("Quotes of other memories")),
    ("questions", gettext_lazy("Questions")),
    ("conflicts", gettext_lazy("Conflicts reworded")),
    ("conversations", gettext_lazy("Passages in conversations")),
    ("feedback", gettext_lazy("Remarks on agents’ work")),
    ("receipts", gettext_lazy("Lines in receipts")),
    ("shared", gettext_lazy("Taken back from communities")),
    ("uses", gettext_lazy("Counts of who was given it")),
    ("kept answers", gettext_lazy("Answers kept for agents")),
    ("acts", gettext_lazy("Changes that Undo kept")),
    ("undo records", gettext_lazy("Changes that Undo kept")),
    ("search document", gettext_lazy("Entries of the search index")),
    ("embedding", gettext_lazy("Entries of the search index")),
)
STATES = {  # of a memory: what the chip says, and its tone
    Status.ACTIVE: (gettext_lazy("In use"), "good"),
    Status.CANDIDATE: (gettext_lazy("Suggested"), "warn"),
    Status.ARCHIVED: (gettext_lazy("Archived"), ""),
    Status.EXPIRED: (pgettext_lazy("memory", "Stopped"), ""),
    Status.SUPERSEDED: (gettext_lazy("Replaced"), ""),
}


@dataclass(frozen=True)
class Row:
    """One place: its words in pieces, its state in a chip, its day, and its own page."""

    key: str
    segments: list[Segment]
    chip: str
    tone: str
    at: datetime | None
    url: str


@dataclass(frozen=True)
class Group:
    name: str
    count: int
    note: str
    rows: list[Row]

    @property
    def label(self) -> Any:
        return GROUPS[self.name][0]

    @property
    def shown(self) -> list[Row]:
        return self.rows[: GROUPS[self.name][1]]

    @property
    def folded(self) -> list[Row]:
        return self.rows[GROUPS[self.name][1] :]

    @property
    def fold_label(self) -> str:
        more = self.count - len(self.shown)
        return str(GROUPS[self.name][2] % more)

    @property
    def hidden_count(self) -> int:
        """Number of results that the list leaves out."""
        return self.count - len(self.rows)

    @property
    def keys(self) -> str:
        return " ".join(row.key for row in self.rows)


@dataclass(frozen=True)
class Receiver:
    """An agent that was given something, how often, and when last."""

    name: str
    times: int
    last_at: datetime


def groups(found: topics.Found) -> list[Group]:
    """Return the non-empty groups with their first rows."""
    listed = {name: found.of_group(name)[:LISTED] for name in topics.GROUPS}
    rows = describe([place for places in listed.values() for place in places], found.topic)
    return [
        Group(name, len(found.of_group(name)), _note(name, found), [rows[place.key] for place in places])
        for name, places in listed.items()
        if places
    ]


def _note(name: str, found: topics.Found) -> str:
    if name != topics.CONVERSATIONS:
        return str(NOTE_ON.get(name, ""))
    return _count_passages(found.of_group(name))


def _count_passages(conversations: Iterable[topics.Place]) -> str:
    """Return how many texts of conversations mention the topic; an agent's names for them are no passages."""
    columns = [column for place in conversations for hit in place.hits for column in hit.texts.items()]
    passages = sum(len(texts) for name, texts in columns if name in ("topic", "summary", "excerpts"))
    return ngettext("%d passage", "%d passages", passages) % passages if passages else ""


def describe(places: Iterable[topics.Place], topic: Topic | None) -> dict[str, Row]:
    """Return a row for each place, by its key. The topic is marked, if it is known; a place that is gone has no row."""
    ids: dict[str, list[UUID]] = {name: [] for name in topics.GROUPS}
    for place in places:
        ids[place.group].append(place.pk)
    conversations = Conversation.objects.select_related("agent").in_bulk(ids[topics.CONVERSATIONS])
    feedback = Feedback.objects.select_related("agent").in_bulk(ids[topics.FEEDBACK])
    receipts = Receipt.objects.select_related("agent").in_bulk(ids[topics.RECEIPTS])
    questions = ids[topics.QUESTIONS]
    of_communities = ids[topics.SHARED]
    others: dict[str, dict[UUID, Any]] = {
        topics.CONVERSATIONS: conversations,
        topics.FEEDBACK: feedback,
        topics.RECEIPTS: receipts,
        topics.SHARED: Contribution.objects.in_bulk(of_communities) | SharedMemory.objects.in_bulk(of_communities),
        topics.QUESTIONS: Proposal.objects.in_bulk(questions) | Conflict.objects.in_bulk(questions),
    }
    rows = {}
    for place in places:
        row = others.get(place.group, {}).get(place.pk) or place.memory
        if row:
            rows[place.key] = _row(place, row, topic)
    return rows


def _row(place: topics.Place, row: Any, topic: Topic | None) -> Row:
    texts = [*_titles(place, row), *place.texts]
    text = next((text for text in texts if topic and topic.is_in(text)), texts[0] if texts else "")
    if isinstance(row, Memory) and text not in _titles(place, row):
        text = f"{row.label}: {text}"
    segments = topic.segments(text) if topic else [Segment(text)]
    chip, tone = _state(place)
    return Row(place.key, segments, chip, tone, place.at, _url(place, row))


def _titles(place: topics.Place, row: Any) -> list[str]:
    """Return what a place is called, the best name first."""
    if isinstance(row, Receipt):
        lines = [text for text in place.texts if text != row.query]
        work = f", {work}" if (work := receipt_text.work_name(row.task_type, row.skill)) else ""
        about = f": “{row.query}”" if row.query else ""
        return [f"{row.agent.name}{work}{about}", *(f"{row.agent.name}: {line}" for line in lines)]
    if isinstance(row, Feedback):
        return [f"{row.agent.name}: {row.note}"]
    return [str(row)] if row else []


def _state(place: topics.Place) -> tuple[str, str]:
    """Return the text and tone of a place's chip."""
    if place.group == topics.CONVERSATIONS:
        return _count_passages([place]), ""
    if place.group != topics.MEMORIES or not place.memory:
        return "", ""
    if place.hits and all(hit.source.store == "versions" for hit in place.hits):
        return _("Older version of “%s”") % signs.shorten(str(place.memory), NAMED_MAX), "warn"
    if place.memory.status == Status.ACTIVE and place.memory.is_dormant:
        return _("Faded"), ""
    label, tone = STATES[Status(place.memory.status)]
    return str(label), tone


def _url(place: topics.Place, row: Any) -> str:
    if place.group in (topics.MEMORIES, topics.NOTES, topics.QUOTES):
        return reverse("review:memory", args=[place.pk])
    if place.group == topics.QUESTIONS:
        return reverse("review:memory", args=[row.memory_id]) if isinstance(row, Proposal) else reverse("review:review")
    if place.group == topics.SHARED:
        is_suggestion = isinstance(row, Contribution) and row.status == Contribution.Status.SUGGESTED
        return reverse("review:review") if is_suggestion else shared_pages.page_url(row.community_id)
    names = {topics.CONVERSATIONS: "conversation", topics.RECEIPTS: "receipt"}
    name = names.get(place.group)
    return reverse(f"review:{name}", args=[place.pk]) if name else reverse("review:letter")


def receivers(found: topics.Found) -> list[Receiver]:
    """Return the agents that were given any of the memories found, the last one first."""
    memories = [place.pk for place in found.places if place.group in (topics.MEMORIES, topics.NOTES)]
    uses = Use.objects.filter(memory__in=memories).values("agent__name").annotate(n=Sum("times"), last=Max("last_at"))
    return [Receiver(each["agent__name"], each["n"], each["last"]) for each in uses.order_by("-last")]


def receivers_on(receipt: Erasure) -> list[Receiver]:
    rows = cast("list[dict[str, Any]]", receipt.received_by)
    return [Receiver(each["agent"], each["times"], datetime.fromisoformat(each["last_at"])) for each in rows]


def removed_rows(receipt: Erasure) -> dict[str, int]:
    """Return counts of removed things by name."""
    rows: Counter[str] = Counter()
    for name, label in REMOVED:
        rows[str(label)] += receipt.removed.get(name, 0)
    return {label: count for label, count in rows.items() if count}


def kept_places(person: User, receipt: Erasure) -> list[Row]:
    """Return rows for what the person kept when a topic was erased, as far as it is still there."""
    pairs = [key.split(":", 1) for key in receipt.kept[:LISTED]]
    places = [topics.Place(group, UUID(pk)) for group, pk in pairs]
    memories = Memory.objects.of(person).in_bulk([place.pk for place in places])
    for place in places:
        place.memory = memories.get(place.pk)
    return list(describe(places, None).values())


def store_counts(counts: dict[str, int]) -> list[tuple[Any, int]]:
    """Return the name of each store, and how often it mentions a topic."""
    return [(label, counts[store]) for store, label in STORES.items() if store in counts]
