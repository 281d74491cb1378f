"""Sentences for receipts: the agent's read, and why each memory was given or left out."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, Window
from django.db.models.functions import RowNumber
from django.template.defaultfilters import date as format_date
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from memoryweb.communities.models import SharedMemory, State
from memoryweb.language.requests import answer_rules, named_tasks
from memoryweb.language.text import signs, value_text
from memoryweb.memories.models import history_model
from memoryweb.people.models import Community
from memoryweb.recall.models import Receipt, ReceiptItem
from memoryweb.recall.prompt_block import Candidate
from memoryweb.review.direction import isolated
from memoryweb.review.history.closeness import Closeness, closeness, shared_words
from memoryweb.rules.task_types import KEY_RELEVANCE

NAMED = 3  # memories that a sentence names
NAME_MAX = 48  # characters of each
IN_LINE = re.compile(r"^- [^:：]{1,20}[:：]\s?(.*)（[^（]*）$", re.DOTALL)  # the sentence in a line of a block

Operation, Why, LeftOut = Receipt.Operation, ReceiptItem.Why, ReceiptItem.LeftOut
ASKED = {  # without and with the words it asked by
    Operation.RECALL: (
        gettext_lazy("{agent} asked what to keep in mind and was given {what}"),
        gettext_lazy("{agent} asked about “{query}” and was given {what}"),
    ),
    Operation.PREVIEW: (
        gettext_lazy("{agent} checked what it would get and was given {what}"),
        gettext_lazy("{agent} checked what it would get for “{query}” and was given {what}"),
    ),
    Operation.GET: (
        gettext_lazy("{agent} listed what it may see and was given {what}"),
        gettext_lazy("{agent} looked up “{query}” and was given {what}"),
    ),
    Operation.SEARCH: (
        gettext_lazy("{agent} searched and was given {what}"),
        gettext_lazy("{agent} searched for “{query}” and was given {what}"),
    ),
    Operation.CONVERSATIONS: (gettext_lazy("{agent} read your recorded conversations and was given {what}"),) * 2,
    Operation.COMMUNITY: (
        gettext_lazy("{agent} searched its community and was given {what}"),
        gettext_lazy("{agent} searched its community for “{query}” and was given {what}"),
    ),
}
WORKED = (
    gettext_lazy("{agent}, {work}, was given {what}"),
    gettext_lazy("{agent}, {work} (“{query}”), was given {what}"),
)
WORK = {  # S0's task types, and ours
    "reply_message": gettext_lazy("replying to a message"),
    "generate_report": gettext_lazy("writing a report"),
    "schedule": gettext_lazy("planning a day"),
    "code_task": gettext_lazy("working on code"),
    "search_information": gettext_lazy("looking something up"),
    "news_briefing": gettext_lazy("preparing the news"),
    "explain": gettext_lazy("explaining something"),
    "summarize": gettext_lazy("summarizing something"),
    "export_data": gettext_lazy("exporting data"),
    "make_image": gettext_lazy("making an image"),
    "plan_meal": gettext_lazy("planning a meal"),
    "plan_journey": gettext_lazy("planning a journey"),
    "any_work": gettext_lazy("beginning a session"),
}
NOTHING = {
    "memory": gettext_lazy("memory was off"),
    "injection": gettext_lazy("agents were given nothing automatically"),
    "paused": gettext_lazy("it was paused"),
}
ALWAYS = (Why.HARD, Why.PINNED, Why.RULE)  # of rules, those that are about answers: others were likely to be needed
WHY = {
    Why.RULE: gettext_lazy("a rule, which goes into everything"),
    Why.PINNED: gettext_lazy("you pinned it"),
    Why.WANTED: gettext_lazy("you said it should be given for this kind of work"),
    Why.HARD: gettext_lazy("an allergy, a diet or a forbidden word is never left out"),
    Why.TASK: gettext_lazy("this kind of work needs it"),
    Why.APPLIES: gettext_lazy("you said it applies to this work"),
    Why.QUERY: gettext_lazy("close to what it asked about"),
    Why.ALWAYS: gettext_lazy("general memory"),
    Why.LISTED: gettext_lazy("in the list it asked for"),
}
LEFT_OUT = {
    LeftOut.BUDGET: gettext_lazy("there was no room left in the token budget"),
    LeftOut.BEYOND: gettext_lazy("the list was full"),
    LeftOut.MUTED: gettext_lazy("you keep it from this agent or this work"),
    LeftOut.BLOCKED: gettext_lazy("you blocked its category for this agent"),
    LeftOut.DORMANT: gettext_lazy("faded: it hasn’t mattered for a while"),
    LeftOut.UNCONFIRMED: gettext_lazy("you haven’t approved it yet"),
    LeftOut.UNSURE: gettext_lazy("not certain enough yet"),
    LeftOut.SCOPE: gettext_lazy("it belongs to another project or skill, or the project has its own"),
    LeftOut.CONFLICT: gettext_lazy("it contradicts one that is used until you decide"),
    LeftOut.SECTION: gettext_lazy("its section is switched off in Settings"),
    LeftOut.PRIVATE: gettext_lazy("privacy mode: it was learned, and you haven’t confirmed it"),
    LeftOut.OVER: gettext_lazy("its last day has passed"),
    LeftOut.TODAY: gettext_lazy("what you said for today comes first"),
    LeftOut.TIME: gettext_lazy("it is for another time of the day or week"),
    LeftOut.OWN: gettext_lazy("you have your own about this"),
    LeftOut.GIVEN: gettext_lazy("it has it from earlier in the same session"),
    LeftOut.FAR: gettext_lazy("not likely enough to be needed for what it asked"),
}


@dataclass(frozen=True)
class Read:
    """One receipt, with what its sentence needs. `names` are of the first memories given that are not erased."""

    receipt: Receipt
    given: int
    left_out: int
    names: Sequence[str]

    @property
    def sentence(self) -> SafeString:
        """Return "Claude Code, writing a report, was given 5 memories: … and 2 more · left out 2"."""
        receipt = self.receipt
        agent = format_html("<strong>{}</strong>", receipt.agent.name)
        work, operation = work_name(receipt.task_type, receipt.skill), Operation(receipt.operation)
        forms = WORKED if work and operation == Operation.RECALL else ASKED[operation]
        form = str(forms[bool(receipt.query)])
        said = format_html(form, agent=agent, work=work, query=_words(receipt.query), what=self._what())
        return format_html("{}{}", said, self._after())

    def _what(self) -> SafeString:
        receipt = self.receipt
        if receipt.excerpts:
            text = ngettext("%d excerpt", "%d excerpts", receipt.excerpts) % receipt.excerpts
            return format_html("<strong>{}</strong>", text)
        if not self.given:
            return format_html("<strong>{}</strong><em>: {}</em>", _("nothing"), self._why_nothing())
        text = ngettext("%d memory", "%d memories", self.given) % self.given
        return format_html("<strong>{}</strong>{}", text, self._which())

    def _why_nothing(self) -> str:
        if self.receipt.nothing_because:
            return str(NOTHING.get(self.receipt.nothing_because, self.receipt.nothing_because))
        if self.receipt.operation in (Operation.GET, Operation.CONVERSATIONS):
            return _("there is nothing there that it may see")
        return _("nothing matched well enough")

    def _which(self) -> str:
        if not self.names:
            return _(", erased since")
        names, more = (
            format_html_join(", ", "{}", ((_words(name),) for name in self.names)),
            self.given - len(self.names),
        )
        return format_html(_(": {names} and {n} more"), names=names, n=more) if more else format_html(": {}", names)

    def _after(self) -> SafeString:
        said = [
            _("left out %d") % self.left_out if self.left_out else "",
            _("%d times") % self.receipt.times if self.receipt.times > 1 else "",
            _("undone") if self.receipt.undone_at else "",
        ]
        return format_html("<em>{}</em>", "".join(f" · {each}" for each in said if each))


def _words(text: str) -> SafeString:
    """Return words that an agent or the person chose, in their own direction."""
    return format_html("<bdi>{}</bdi>", isolated(text))


def work_name(task_type: str, skill: str) -> str:
    """Return what the agent was doing: "writing a report"; empty if it did not say."""
    if task := named_tasks.find_task(task_type):
        return str(WORK[task.name])
    name = task_type or skill
    return _("doing “%(name)s”") % {"name": name.replace("_", " ")} if name else ""


def reads(receipts: Sequence[Receipt]) -> list[Read]:
    """Return the receipts with what their sentences need, in three statements however many there are."""
    items = ReceiptItem.objects.filter(receipt__in=receipts).order_by()
    counts: dict[Any, tuple[int, int]] = {
        receipt: (given, left)
        for receipt, given, left in items.values_list("receipt").annotate(
            given=Count("pk", filter=Q(left_out="")), left=Count("pk", filter=~Q(left_out=""))
        )
    }
    place = Window(RowNumber(), partition_by=F("receipt"), order_by=["rank", "pk"])
    has_words = Q(version__isnull=False) | Q(shared__isnull=False)
    given = items.filter(has_words, left_out="").select_related("shared")
    first = list(given.annotate(place=place).filter(place__lte=NAMED))
    versions = _versions(first)
    names: dict[Any, list[str]] = {}
    for item in sorted(first, key=lambda each: each.rank):
        if name := _item_name(item, versions):
            names.setdefault(item.receipt_id, []).append(_shortened(name))
    return [Read(each, *counts.get(each.pk, (0, 0)), names.get(each.pk, [])) for each in receipts]


@dataclass(frozen=True)
class ItemLine:
    """A memory on a receipt, in its words then, with the reason for giving it or leaving it out.

    What a community shared is called by its line, or in a list by what it says now. Taken back, it has no name.
    """

    item: ReceiptItem
    name: str
    reason: str

    @property
    def is_gone(self) -> bool:
        """Return whether its words are gone, because it was erased or taken back."""
        return self.item.is_erased or (self.item.shared_id is not None and not self.name)

    @property
    def shared(self) -> SharedMemory | None:
        """Return what a community shows, as far as this person may read it."""
        return self.item.shared if self.item.shared_id else None

    @property
    def closeness(self) -> Closeness | None:
        """Return the probability bar as of then; None where something else decided."""
        cut = self.item.receipt.cut
        return None if is_given_anyway(self.item, cut) else closeness(self.item.parts, cut)

    @property
    def is_always_given(self) -> bool:
        return self.closeness is None and self.item.why in ALWAYS and not self.item.left_out

    @property
    def community(self) -> Community | None:
        """Return the sharing community: the memory's own, else the agent's only one."""
        return self.shared.community if self.shared else self.item.receipt.agent.community


def item_lines(items: Iterable[ReceiptItem], receipt: Receipt) -> list[ItemLine]:
    items = list(items)
    versions = _versions(items)
    return [
        ItemLine(item, name, _reason(item, receipt, version, name))
        for item in items
        for version in [versions.get(item.version)]
        for name in [_item_name(item, versions)]
    ]


def _reason(item: ReceiptItem, receipt: Receipt, version: Any, name: str) -> str:
    if item.left_out == LeftOut.FAR and receipt.cut is not None and "needed" not in item.parts:
        return _("it is about something else")
    if item.left_out:
        return left_out_words(item.left_out)
    work, category = work_name(receipt.task_type, receipt.skill), item.memory.category if item.memory else ""
    words = why_words(item.why, item.parts, query=receipt.query, work=work, name=name, category=category)
    return _("%(reason)s, and you confirmed it") % {"reason": words} if version and version.confirmed_at else words


def why_words(why: str, parts: dict[str, float], *, query: str, work: str, name: str = "", category: str = "") -> str:
    """Return in words why a memory is given: "needed for writing a report, and it helped before".

    `name` is what the memory says: if most of what was found are words, the reason names those that both have.
    """
    score, of_words = parts.get("query", 0.0), parts.get("words")
    is_by_words = of_words is not None and 2 * of_words >= score > 0
    is_found = why == Why.QUERY or (why == Why.TASK and not work and parts.get("task", 0.0) < KEY_RELEVANCE)
    if query and is_found and is_by_words and (shared := shared_words(query, name)):
        words = _("same words: %(words)s") % {"words": ", ".join(shared)}
    elif query and is_found and of_words is not None and not is_by_words:
        words = _("close in meaning to “%(query)s”") % {"query": query}
    elif query and is_found:
        words = _("close to “%(query)s”") % {"query": query}
    elif why == Why.TASK and category in answer_rules.HOW_TO_ANSWER_CATEGORIES:
        words = _("how you like answers")
    elif why == Why.TASK and work:
        words = _("needed for %(work)s") % {"work": work}
    else:
        words = str(WHY[Why(why)]) if why in WHY else why
    return _("%(reason)s, and it helped before") % {"reason": words} if {"helped", "lately"} & parts.keys() else words


def is_given_anyway(item: ReceiptItem | Candidate, cut: float | None) -> bool:
    """Return whether a memory was given regardless of its probability."""
    is_below = cut is not None and item.parts.get("needed", 0.0) < cut
    return not item.left_out and (is_below or item.why in (Why.HARD, Why.PINNED, Why.WANTED, Why.APPLIES))


def left_out_words(reason: str) -> str:
    return str(LEFT_OUT[LeftOut(reason)]) if reason in LEFT_OUT else reason


def refusal_sentence(agent: Any, *, at: Any, now: Any, times: int) -> SafeString:
    """Return "Home was refused: it is paused until Monday". Only a pause that still stands is known by its reason."""
    was_paused = agent.is_paused(at) and agent.paused_at <= at
    if not was_paused:
        reason = _("it was paused, or not allowed to read that")
    elif not agent.is_paused(now):
        reason = _("it was paused")
    elif agent.paused_until:
        reason = _("it is paused until %(day)s") % {"day": format_date(agent.paused_until, "l j F, H:i")}
    else:
        reason = _("it is paused until you resume it")
    after = f" · {_('%d times') % times}" if times > 1 else ""
    sentence = _("{agent} was {refused}{reason}")
    return format_html(
        sentence,
        agent=format_html("<strong>{}</strong>", agent.name),
        refused=format_html("<strong>{}</strong>", _("refused")),
        reason=format_html("<em>: {}{}</em>", reason, after),
    )


def _versions(items: Iterable[ReceiptItem]) -> dict[Any, Any]:
    """Return the versions that were given: a receipt shows what a memory said then."""
    numbers = {item.version for item in items if item.version}
    rows: Any = history_model().objects.filter(history_id__in=numbers)
    return {row.history_id: row for row in rows.only("history_id", "label", "value", "confirmed_at")}


def _item_name(item: ReceiptItem, versions: dict[Any, Any]) -> str:
    """Return what an item said then; empty if its words are gone."""
    if item.shared_id:
        is_shown = item.shared is not None and item.shared.status == State.SHOWN
        return IN_LINE.sub(r"\1", item.line) or (str(item.shared) if is_shown else "")
    return _name(versions[item.version]) if item.version in versions else ""


def _name(version: Any) -> str:
    return value_text.format_line(version.label, version.value)


def _shortened(text: str) -> str:
    return signs.shorten(text, NAME_MAX)
