"""What Review shows of questions, and of what came into use without one: the words behind their cards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryweb.language.comparing import identity
from memoryweb.language.text import signs, value_text
from memoryweb.memories.actions import conflicts, proposals, remainders, rivals
from memoryweb.memories.actions.rivals import Ended
from memoryweb.memories.disclosure import Addition, additions, whole_words
from memoryweb.memories.models import Memory, Proposal, Status
from memoryweb.recall import close_ones
from memoryweb.review.words.claims import claim
from memoryweb.review.words.row_words import LINE_MAX
from memoryweb.rules import policy

ASKS = {
    Proposal.Kind.EXPIRE: gettext_lazy("Stop using"),
    Proposal.Kind.PROMOTE: gettext_lazy("Keep for good"),
    Proposal.Kind.MERGE: gettext_lazy("Use everywhere"),
}
ROW_DETAILS_MAX = 120  # characters of details on a row
BUTTON_MAX = 30  # characters of a value on a button


@dataclass(frozen=True)
class Answer:
    """A button on a question: its label, and the view it posts to."""

    label: str
    view: str


@dataclass(frozen=True)
class Choice:
    """One value that the person may say yes to, with the version of its question."""

    proposal: Proposal
    version: str
    details: str
    adds: list[Addition]  # what a yes covers besides the sentence and the details
    goes: list[str]  # what a yes takes out of use, where the row does not show all of it
    stays: list[str]  # parts of that which stay in use
    quote: str

    @property
    def quote_says_details(self) -> bool:
        return identity.normal_text(self.details) in identity.normal_text(self.quote)

    @property
    def value(self) -> str:
        return truncate(self.proposal.memory.shown_value or self.proposal.memory.label)


@dataclass(frozen=True)
class CloseOne:
    """A memory in use that is close to a new one, and what a press on "Replace it" carries: its id and the version."""

    memory: Memory
    version: str
    stays: list[str]  # parts of it that stay in use
    is_only: bool
    key: str  # on the keyboard: of the first one

    @property
    def words(self) -> str:
        """All words of the memory that ends: a press must end nothing that the card hides."""
        return whole_words(self.memory)

    @property
    def value(self) -> str:
        return f"{self.memory.pk}:{self.version}"

    @property
    def label(self) -> str:
        if self.is_only:
            return _("Replace it")
        return _("Replace “%(value)s”") % {"value": truncate(self.memory.shown_value or self.memory.label)}


@dataclass(frozen=True)
class QuestionCard:
    """A question with its answers, why it is asked, and all that a yes covers. `yes` has the key y, `no` the key n.

    `choices` are all questions of the card: the one, or those about other values in its place.
    """

    proposal: Proposal
    question: str
    yes: Answer
    no: Answer
    why: str
    by_clock: bool  # then the card names the memory, because the question does not
    choices: list[Choice]
    asks: str  # what a yes does, where that is not to remember: "Stop using"
    old: str  # the value that a yes replaces by `new`; empty where it replaces none, or all of the line
    close: list[CloseOne]  # what is in use and close to it, so that the person sees both
    claim: str  # who says so, and of whose words: "Claude Code says you told it"
    conversation: UUID | None

    @property
    def yes_label(self) -> str:
        return _("Keep both") if self.close else self.yes.label

    @property
    def new(self) -> str:
        return self.proposal.memory.shown_value

    @property
    def row_details(self) -> str:
        """Return the details if they are short enough for the row."""
        details = self.choices[0].details
        return details if len(details) <= ROW_DETAILS_MAX and "\n" not in details and not self.is_choice else ""

    @property
    def is_plain(self) -> bool:
        """Return whether its row shows all that a yes covers, so that the row may offer it."""
        first = self.choices[0]
        is_more = self.is_choice or self.is_long or self.proposal.change.get("reason")
        return not (is_more or first.adds or first.goes or first.stays) and first.details == self.row_details

    @property
    def is_long(self) -> bool:
        """Return whether its sentence is too long for a row, which shows the beginning."""
        return not self.is_choice and len(str(self.proposal.memory)) > LINE_MAX

    @property
    def version(self) -> str:
        return self.choices[0].version

    @property
    def is_new(self) -> bool:
        """Whether it proposes one new memory and replaces none, so that several can be answered together."""
        return self.proposal.kind == Proposal.Kind.REMEMBER and not self.is_choice

    @property
    def is_choice(self) -> bool:
        return len(self.choices) > 1


@dataclass(frozen=True)
class AgentQuestions:
    """The questions of one agent, or, without an agent, of folders, files and the clock."""

    name: str
    cards: list[QuestionCard]

    @property
    def new(self) -> list[QuestionCard]:
        return [card for card in self.cards if card.is_new]

    @property
    def remembered_at_once(self) -> list[QuestionCard]:
        """Return those that may be accepted together: their rows show all that a yes covers."""
        return [card for card in self.new if card.is_plain]


NO_AGENT = {  # by the reason why it is asked
    policy.FOLDER_WORDS: gettext_lazy("Your folder"),
    policy.FILE_WORDS: gettext_lazy("Your files"),
}


def by_agent(cards: Iterable[QuestionCard]) -> list[AgentQuestions]:
    """Group cards by agent, in the order in which they were connected, so that no group moves; the clock's are last."""
    groups: dict[UUID | str, AgentQuestions] = {}
    for card in cards:
        agent = None if card.by_clock else card.proposal.agent
        name = agent.name if agent else str(NO_AGENT.get(card.proposal.reason, "memoryweb"))
        groups.setdefault(agent.pk if agent else name, AgentQuestions(name, [])).cards.append(card)
    return [groups[key] for key in sorted(groups, key=lambda key: (isinstance(key, str), str(key)))]


def question_cards(questions: Iterable[Proposal], *, shows_close: bool = False) -> list[QuestionCard]:
    """Build the cards of open questions. Values that the person chooses from are one card, where the first one is.

    `shows_close`: whether the page shows what is in use and close to a new memory.
    """
    questions = _with_their_choices(list(questions))
    prefetch_related_objects(questions, "memory__evidence__agent")
    ended = rivals.ended_by_each([(question.memory, question) for question in questions])
    gives_way = {question.pk: each for question, each in zip(questions, ended, strict=True)}
    by_group: dict[object, list[Proposal]] = {}
    for question in questions:
        by_group.setdefault(question.choice_group or question.pk, []).append(question)
    new = [each.memory for each in questions if shows_close and _may_have_close_ones(each, gives_way)]
    close = close_ones.close_ones(new)
    return [_question_card(group, gives_way, close.get(group[0].memory_id, [])) for group in by_group.values()]


def _may_have_close_ones(question: Proposal, gives_way: Mapping[UUID, Ended]) -> bool:
    """Return whether it asks about a new memory that replaces nothing."""
    is_new = question.kind == Proposal.Kind.REMEMBER and not (question.choice_group or question.replaces)
    return is_new and not gives_way[question.pk].all


def _with_their_choices(questions: list[Proposal]) -> list[Proposal]:
    """Add the other open questions of the same choices: a card shows all of them or its version would be wrong."""
    groups = {question.choice_group for question in questions if question.choice_group}
    if not groups:
        return questions
    rows = Proposal.objects.of(questions[0].person_id).open().filter(choice_group__in=groups)
    others = rows.exclude(pk__in=[question.pk for question in questions]).select_related("memory", "agent")
    return questions + list(others.order_by("created_at", "pk"))


def _question_card(group: Sequence[Proposal], gives_way: Mapping[UUID, Ended], close: Sequence[Memory]) -> QuestionCard:
    """Build the first question's card, with its choice's other questions."""
    first, others = group[0], group[1:]
    is_goal = first.topic == Proposal.Topic.GOAL  # the clock asks if this is still one
    goes = gives_way[first.pk].in_its_place
    yes, no, why = _answers(first, goes, is_goal=is_goal)
    # Accepting a proposal to expire ends the memory. "Still a goal?" proposes that too, but there yes keeps it.
    accept, reject = ("review:reject", "review:accept") if is_goal else ("review:accept", "review:reject")
    members = [each.memory for each in group]
    evidence = next(iter(first.memory.evidence.all()), None)
    return QuestionCard(
        proposal=first,
        question=conflicts.phrase_question(members) if others else first.question,
        yes=Answer(yes, accept),
        no=Answer(no, reject),
        why=why,
        by_clock=is_goal or first.kind == Proposal.Kind.PROMOTE,
        choices=[_choice(each, group, gives_way) for each in group],
        asks=_("Still a goal") if is_goal else str(ASKS.get(Proposal.Kind(first.kind), "")),
        old=_old_value(group, goes),
        close=[
            CloseOne(
                each,
                proposals.version_of(first, first.memory, ended=[each], others=[]),
                remainders.all_left_over([each], first.memory),
                is_only=len(close) == 1,
                key=str(place + 1),
            )
            for place, each in enumerate(close)
        ],
        claim=_claim(first),
        conversation=evidence.conversation if evidence else None,
    )


def _claim(question: Proposal) -> str:
    """Return the asker's claim as a sentence."""
    if question.memory.status == Status.CANDIDATE and question.memory.evidence.all():
        return claim(question.memory)
    if question.reason == policy.FOLDER_WORDS:
        is_gone = question.kind == Proposal.Kind.EXPIRE
        return _("It was deleted from your folder") if is_gone else _("You changed it in your folder")
    return _("%(agent)s suggests it") % {"agent": question.agent.name} if question.agent else ""


def _old_value(group: Sequence[Proposal], goes: Sequence[Memory]) -> str:
    """Return the value that the row strikes out beside the new one: of one question, under the same label."""
    memory, replaced = group[0].memory, goes[0] if len(goes) == 1 else None
    if not replaced or len(group) > 1 or replaced.label != memory.label or not memory.shown_value:
        return ""
    return replaced.shown_value if len(str(memory)) + len(replaced.shown_value) <= LINE_MAX else ""


def _choice(question: Proposal, group: Sequence[Proposal], gives_way: Mapping[UUID, Ended]) -> Choice:
    memory = question.memory
    details = value_text.details_beyond_value(
        question.change.get("details", memory.details), memory.value, memory.label
    )
    adds, ended = additions(memory, question.change), gives_way[question.pk]
    goes, stays = ended.all, remainders.all_left_over(ended.all, memory)
    if _old_value(group, ended.in_its_place) and not ended.in_its_place[0].own_details:
        goes = goes[1:]
    others = [each for each in group if each.pk != question.pk]
    version = proposals.version_of(question, memory, ended=ended.all, others=others)
    return Choice(question, version, details, adds, [whole_words(each) for each in goes], stays, _quote(question))


def _quote(question: Proposal) -> str:
    """Return the words that an agent passed on as evidence, or why it wants a memory stopped: a yes keeps them."""
    evidence = question.memory.evidence.all()
    told = question.change.get("quote") or question.change.get("reason")
    return str(told or (evidence[0].quote if evidence else ""))


def _answers(question: Proposal, replaced: Sequence[Memory], *, is_goal: bool) -> tuple[str, str, str]:
    """Return the labels for yes and no, and the reason for asking."""
    confirmed = _("You confirmed it, so only you can change it.")
    if question.is_answer:
        value = truncate(question.memory.shown_value or question.memory.label)
        why = _("These contradict each other. The conflict stays open until you answer it.")
        return _("Yes, use “%(value)s”") % {"value": value}, _("No, I didn’t say that"), why
    if is_goal:
        why = _("Goals are not archived automatically. This one’s year or last day is over, so you are asked.")
        return _("Still a goal"), _("No longer"), why
    is_offer = question.kind in proposals.CHOICES
    if is_offer and len(replaced) > 1:
        return _("Replace all of them"), _("Keep them"), _("They stay in use until you answer.")
    if is_offer and replaced:
        value = truncate(replaced[0].shown_value or replaced[0].label)
        why = _("“%(value)s” stays in use until you answer.") % {"value": value}
        return _("Replace “%(value)s”") % {"value": value}, _("Keep “%(value)s”") % {"value": value}, why
    return {
        Proposal.Kind.REMEMBER: (
            _("Remember"),
            _("Don’t remember"),
            _("No agent gets it until you say yes."),
        ),
        Proposal.Kind.UPDATE: (_("Change it"), _("Leave it as it is"), _("It stays as it is until you answer.")),
        Proposal.Kind.EXPIRE: (
            _("Stop using it"),
            _("Leave it as it is"),
            confirmed if question.memory.confirmed_at else _("It stays as it is until you answer."),
        ),
        Proposal.Kind.PROMOTE: (
            _("Remember for good"),
            _("Leave it short-term"),
            _("Short-term memories are archived when their time is over. This one came up often enough to keep."),
        ),
        Proposal.Kind.MERGE: (
            _("Everywhere"),
            _("Only there"),
            _("What an agent learns applies to its project or skill first. You decide whether it applies everywhere."),
        ),
    }[Proposal.Kind(question.kind)]


def truncate(text: str) -> str:
    """Return a value short enough for a button."""
    return signs.shorten(text, BUTTON_MAX)
