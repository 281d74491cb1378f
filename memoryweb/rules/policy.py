"""The rules of memory as numbers and tables. Units are in the names.

docs/rules.md says in words what they are for.
"""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """S2's seven kinds, longest life first. If several match, the first wins."""

    RULE = "rule"
    GOAL = "goal"
    HABIT = "habit"
    PREFERENCE = "preference"
    FACT = "fact"
    CONTEXT = "context"
    EVENT = "event"


class Source(StrEnum):
    INSTRUCTION = "instruction"
    CORRECTION = "correction"
    BEHAVIOUR = "behaviour"
    PATTERN = "pattern"
    INFERENCE = "inference"
    WEAK = "weak"
    UNCERTAIN = "uncertain"


class Status(StrEnum):
    CANDIDATE = "candidate"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    ARCHIVED = "archived"


class Horizon(StrEnum):
    SHORT = "short"
    LONG = "long"


class Role(StrEnum):
    """Who may act on a memory."""

    PERSON = "person"  # in their browser session, or at the operator's console
    AGENT = "agent"
    FILE = "file"  # an import: brought by the person, decided by nobody yet
    FOLDER = "folder"  # the person's own folder: an edit of a file in it
    CLOCK = "clock"  # what memoryweb finds by itself: it only asks


class OutcomeName(StrEnum):
    """The outcomes of `remember`; each comes with a reason in words."""

    SAVED = "saved"
    REVISED = "revised"
    REINFORCED = "reinforced"
    PROPOSED = "proposed"
    NOTED = "noted"
    UNCHANGED = "unchanged"
    REFUSED = "refused"
    BLOCKED = "blocked"
    CONFLICT = "conflict"


KINDS = frozenset(kind.value for kind in Kind)
SOURCES = frozenset(source.value for source in Source)


@dataclass(frozen=True)
class Life:
    """How many days a kind lives (None: never archived by age), and how many points it loses each day."""

    ttl_days: int | None
    decay_a_day: float


LIVES: dict[Kind, Life] = {
    Kind.FACT: Life(90, 0.1),
    Kind.PREFERENCE: Life(180, 0.02),
    Kind.GOAL: Life(365, 0.0),
    Kind.HABIT: Life(365, 0.0),
    Kind.EVENT: Life(14, 0.5),
    Kind.RULE: Life(None, 0.0),
    Kind.CONTEXT: Life(30, 0.1),
}

WEIGHTS: dict[Source, int] = {
    Source.INSTRUCTION: 5,
    Source.CORRECTION: 4,
    Source.BEHAVIOUR: 3,
    Source.PATTERN: 2,
    Source.INFERENCE: 1,
    Source.WEAK: 0,
    Source.UNCERTAIN: -1,
}
EXPLICIT_WEIGHT = 4  # from this weight on the person said it; below, somebody noticed it

CONFIDENCES: dict[Source, float] = {  # by an agent
    Source.INSTRUCTION: 0.95,
    Source.CORRECTION: 0.90,
    Source.BEHAVIOUR: 2 / 3,  # (A+1)/(A+R+2) after one accept
    Source.PATTERN: 0.75,
    Source.INFERENCE: 0.60,
    Source.WEAK: 0.40,
    Source.UNCERTAIN: 0.20,
}
CONFIDENCE_TYPED = 1.0  # an instruction the person typed in the browser

IMPORTANCES: dict[Source, float] = {  # where none is given
    Source.INSTRUCTION: 7.5,
    Source.CORRECTION: 7.0,
    Source.BEHAVIOUR: 6.0,
    Source.PATTERN: 6.0,
    Source.INFERENCE: 5.0,
    Source.WEAK: 4.0,
    Source.UNCERTAIN: 3.0,
}
IMPORTANCE_OF_A_RULE = 1.5  # added for rules
IMPORTANCE_UNTAGGED = 5.0  # S2's neutral default
IMPORTANCE_MAX = 10.0
BOOST = 0.5  # S2: used in an answer the person accepted; once a day
DORMANT_BELOW = 3.0  # listed, but not injected
CRITICAL_FROM = 9.0  # never archived by age
IMPORTANCE_OF_AGENTS_MOST = 8.99  # only the person makes a memory critical
TTL_OF_AGENTS_MOST = 365  # days, under a standing yes: as long as any kind that ends; to keep for good is the person's
BANDS = ((9.0, "critical"), (7.0, "high"), (5.0, "medium"), (3.0, "low"), (0.0, "minimal"))

ALLERGIES, DIET = "dietary.allergies", "dietary.diet"
HARD_KEYS = (ALLERGIES, "communication.forbidden_words")  # must never be missed
ITEMS_LEAST, ITEMS_MOST = 5, 12  # S3: memories in one block
TOKENS_LEAST, TOKENS_MOST = 200, 600  # S3: tokens of one block
# How likely a request needs a memory from which it is given: by what it costs to miss one of three that are needed
# beside giving two that are not (docs/learning.md has the figures at other cuts).
NEEDED_FROM = 0.09
OF_TASK_SHARE = 0.35  # of that, for a memory of a category that this kind of work needs (S0's table)
# Each time a person says that a memory should have been given, or should not, their cut moves: by so many log odds, so
# often.
CUT_STEP, CUT_CASES_MOST = 0.1, 7

SAME_WORDS_FROM = 0.85  # near-duplicates of the same kind and category
S0_SOURCES = {
    "explicit instruction": Source.INSTRUCTION,
    "user feedback": Source.CORRECTION,
    "observation": Source.INFERENCE,
}
SOURCE_NAMES: dict[str, Source] = (
    S0_SOURCES
    | {  # the words of the documents for a source: S0's, S2's and S3's, and ours
        **{source.value: source for source in Source},
        "explicit": Source.INSTRUCTION,
        "implicit": Source.BEHAVIOUR,
    }
)
SOURCE_SYNONYMS = {  # other words of theirs, and what else is written for them
    "behavior": "behaviour",
    "explicit feedback": "user feedback",
    "user stated": "explicit instruction",
    "user directly stated": "explicit instruction",
    "stated": "explicit instruction",
    "learned from correction": "user feedback",
    "feedback": "user feedback",
    "observed": "observation",
    "daily observation": "observation",
    "inferred from behavior patterns": "observation",
    "inferred": "inference",
    "behavior pattern": "pattern",
    "behavior patterns": "pattern",
    "显式": "explicit",
    "显式偏好": "explicit",
    "隐式": "implicit",
    "隐式偏好": "implicit",
}
DC_SOURCES = {  # the word for each source in comments of observation files
    Source.INSTRUCTION: "explicit",
    Source.CORRECTION: "explicit",
    Source.BEHAVIOUR: "implicit",
    Source.PATTERN: "implicit",
    Source.INFERENCE: "inference",
    Source.WEAK: "weak",
    Source.UNCERTAIN: "uncertain",
}
CONFIRMED_CONFIDENCE = 0.90  # a yes sets at least this confidence
CONFIRMED_IMPORTANCE = 5.0  # and at least this importance
UNASKED_DAYS = 14  # so long Review shows what came into use without a question
PROPOSAL_DAYS = 30  # a question is transient state: S2 gives that (context) 30 days
LATER_DAYS = 7  # "ask me later" comes back after S1's default window
LOG_DAYS = 90  # a log line is a fact: S2 gives those 90 days
TRUST_OFFER_AFTER = 20  # accepted questions in a row after which Review offers to trust the agent
UNDO_DAYS = 14  # how long an act can be undone
ACCOUNT_DELETION_DAYS = 7  # to change one's mind
ANSWER_DAYS = 30  # an answer kept for a repeated request is transient state, too
FADING_DAYS = 7  # what ends this soon is shown on Review
STILL_TRUE_DAYS = 30  # what was meant to last is asked about this long before it is archived

LATELY_DAYS = 7  # the last conversations, which weigh a little in recall (S0): S1's default window
PROMOTE_REPEATS = 3  # the same, this many distinct times
PROMOTE_DAYS = 14  # or evidence spanning more than this many days
CONTRARY_SIGNALS = 3  # acts against what the person said, before they are asked
NEVER_PROMOTED = (Kind.EVENT, Kind.CONTEXT)  # short by nature


def is_ripe(repeats: float, days: int) -> bool:
    """Return whether so many distinct evidences, or so many days between them, earn a question."""
    return repeats >= PROMOTE_REPEATS or days > PROMOTE_DAYS


def impact(importance: float) -> str:
    """Return S2's word for the importance in an archive entry."""
    return {"critical": "high", "high": "high", "medium": "medium"}.get(band(importance), "low")


def first_importance(source: str, kind: str) -> float:
    extra = IMPORTANCE_OF_A_RULE if kind == Kind.RULE else 0.0
    return min(IMPORTANCE_MAX, IMPORTANCES[Source(source)] + extra)


def band(importance: float) -> str:
    """Return S2's word for this importance."""
    return next(name for least, name in BANDS if importance >= least)


def is_explicit(source: str) -> bool:
    return WEIGHTS[Source(source)] >= EXPLICIT_WEIGHT


def s0_source(source: str) -> str:
    """Return S0's word for the change log: explicit instruction, user feedback, observation."""
    weight = WEIGHTS[Source(source)]
    return "explicit instruction" if weight >= 5 else "user feedback" if weight >= 3 else "observation"


def gives_standing_yes(*, trust: str, confirm_new: str, source: str, is_assumed: bool) -> bool:
    """Return whether the person said yes in advance to what this agent says: by its trust, or for every agent."""
    names_its_source = is_explicit(source) and not is_assumed
    return trust == "trusted" or confirm_new == "never" or (confirm_new == "explicit_only" and names_its_source)


def new_memory_outcome(*, source: str, role: Role, has_standing_yes: bool) -> OutcomeName:
    """Return what becomes of a new statement: the table of docs/rules.md.

    What a file says, and what memoryweb finds by itself, is always asked about; what a folder says, unless the person
    said yes to its edits in advance.
    """
    if role == Role.PERSON:
        return OutcomeName.SAVED
    if role in (Role.FILE, Role.CLOCK):
        return OutcomeName.PROPOSED
    if role == Role.FOLDER:
        return OutcomeName.SAVED if has_standing_yes else OutcomeName.PROPOSED
    if not is_explicit(source):
        return OutcomeName.NOTED
    return OutcomeName.SAVED if has_standing_yes else OutcomeName.PROPOSED


FILE_WORDS = "It is in your file."  # why something from a file is asked
FOLDER_WORDS = "You changed a file in your folder."  # and why something from a folder is
CLOCK_WORDS = (
    "Your agents recorded conversations about it in several weeks."  # and why what memoryweb finds by itself is
)
SOURCE_WORDS: dict[Source, str] = {  # why something from an agent is asked; what an agent says is its claim
    Source.INSTRUCTION: "An agent says you told it.",
    Source.CORRECTION: "An agent says you corrected it.",
    Source.BEHAVIOUR: "An agent noticed it in how you work.",
    Source.PATTERN: "An agent noticed it several times.",
    Source.INFERENCE: "An agent worked it out.",
    Source.WEAK: "An agent guessed it.",
    Source.UNCERTAIN: "An agent isn’t sure about it.",
}

# Who may do what: each action by its name. What is not listed here does not run.
MAY: dict[str, frozenset[Role]] = {
    "remember": frozenset(Role),
    **dict.fromkeys(("import_statement", "import_ended"), frozenset({Role.FILE})),
    **dict.fromkeys(("update", "forget"), frozenset({Role.PERSON, Role.AGENT, Role.FOLDER})),
    **dict.fromkeys(
        (
            "expire",
            "boost",
            "apply_feedback",
            "record_counter_evidence",
            "expire_opposite",
        ),
        frozenset({Role.PERSON, Role.AGENT}),
    ),
    **dict.fromkeys(("restate", "take_back", "answer_conflict"), frozenset({Role.AGENT})),
    **dict.fromkeys(
        (
            "confirm",
            "decline",
            "only_this_time",
            "accept",
            "reject",
            "mute",
            "unmute",
            "file_under",
            "edit",
            "archive",
            "pin",
            "unpin",
            "keep",
            "let_age",
            "complete",
            "still_true",
            "promote",
            "widen",
            "keep_one",
            "keep_both",
            "was_temporary",
            "later",
            "restore",
            "restore_ended",
            "undo_act",
            "undo_untouched",
            "undo_run",
            "erase",
            "erase_many",
            "erase_topic",
            "erase_again",
            "erase_example",
            "purge_withdrawn",
        ),
        frozenset({Role.PERSON}),
    ),
}

# No act is recorded of these: it would keep the words.
NEVER_UNDONE = frozenset({"erase", "erase_many", "erase_topic", "erase_again", "erase_example", "purge_withdrawn"})
