"""Recall: which memories an agent is given for its work, in which order, why not the others, and the receipt.

The selection is S3's `selectMemoryForInjection`. It is deterministic: the same memories and the same request give the
same bytes, in whatever order the rows were written. Nothing is random, and the time counts only as a day, and for
memories that hold at a time of day or week.
"""

from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from operator import attrgetter
from threading import Lock
from uuid import UUID

from cachetools import LRUCache, cached

from memoryweb.agents.models import Agent
from memoryweb.language.requests import addressees, answer_rules
from memoryweb.language.time import times
from memoryweb.memories.models import Kind
from memoryweb.memories.models.fingerprints import text_digest
from memoryweb.people.models import MemorySettings
from memoryweb.recall import clarify, needed, prompt_block, receipts, shared
from memoryweb.recall.candidates import CandidateRow, fetch_candidates, find_hits
from memoryweb.recall.models import Receipt
from memoryweb.recall.needed import Judged
from memoryweb.recall.prompt_block import Candidate, LeftOut, Selection, Why
from memoryweb.recall.ranking import Hit, rescored
from memoryweb.recall.request import FAR_MAX, RecallContext, RecallRequest
from memoryweb.rules import task_types
from memoryweb.rules.task_types import CATEGORY_RELEVANCE, KEY_RELEVANCE

HELPED_EACH, HELPED_MAX = 0.1, 0.3  # added to the relevance; too little to be a reason of its own
LATELY_EACH, LATELY_MAX = 0.05, 0.1  # the same, for what helped in the last conversations, whatever they were about
NEAR_MAX = 12  # left-out memories on the receipt, beside those that were not close enough
GUESSES_MOST = 6  # given for a question because of their category, less one for each that is likely to be needed
NOT_BY_TOPIC = {"task", "applies"}  # parts of the score by which a rule is given whatever the question is about
SHARE_OF_CLOSEST = 0.65  # of the closest rule's cosine: below, another rule is about something else
CACHED = 20_000  # rules of which a process knows whether they say how to answer
BY_SORT_KEY = attrgetter("sort_key")


@dataclass(frozen=True)
class RecallResult:
    selection: Selection
    receipt: Receipt | None  # None if it could not be written


def recall(
    agent: Agent, settings: MemorySettings, request: RecallRequest, *, now: datetime, is_preview: bool = False
) -> RecallResult:
    """Select memories for the request and write the receipt, also for an empty selection.

    What an agent only looks at was given to it all the same; but the preview's receipt belongs to no run, so that no
    feedback goes by it.
    """
    selection = select(agent, settings, request, now=now)
    return RecallResult(selection, receipts.write(agent, settings, request, selection, now=now, is_preview=is_preview))


def select(agent: Agent, settings: MemorySettings, request: RecallRequest, *, now: datetime) -> Selection:
    """Select the memories for a request. Needs the person's scope."""
    if because := switched_off(agent, settings, now):
        return Selection(nothing_because=because)
    context = RecallContext(agent=agent, settings=settings, request=request, now=now)
    of_person, of_community = find_hits(context), shared.find(context)
    own = fetch_candidates(context, context.judged_hits(of_person))
    of_others = shared.fetch_candidates(context, context.judged_hits(of_community))
    points = {row.pk: points for row in (*own, *of_others) if (points := task_points(row, context))}
    judged = needed.judge(context, ((of_person, own), (of_community, of_others)), points)
    hits = {hit.memory_id: hit for hit in rescored([*of_person, *of_community])}
    candidates = [_judge(row, context, points.get(row.pk, 0.0), hits.get(row.pk), judged) for row in (*own, *of_others)]
    _leave_out_other_topics(candidates, hits, context)
    _prefer_project(candidates)
    _prefer_today(candidates, context.values["local_today"])
    _prefer_own(candidates)
    candidates.sort(key=BY_SORT_KEY)
    if request.query:
        _leave_out_guesses(candidates)
    if request.only_new:
        _leave_out_given(candidates, receipts.lines_given_in_run(agent, request.run))
    items = _fit(candidates, request, settings)
    too_far = (item for item in candidates if item.left_out == LeftOut.FAR and not item.row.left_out)
    far = sorted(too_far, key=_far_key)[:FAR_MAX]
    near = _first([item for item in candidates if item.left_out and item.left_out != LeftOut.FAR], NEAR_MAX)
    questions = clarify.find_questions(items, candidates, context)
    return Selection(
        items, near + far, "", questions.clarify, questions.ask, questions.waiting, questions.asked, judged.cut
    )


def switched_off(agent: Agent, settings: MemorySettings, now: datetime) -> str:
    """Return which switch keeps every memory from this agent: memory, injection or paused; empty for none."""
    if not settings.enable_memory:
        return "memory"
    if not settings.injection_enabled:
        return "injection"
    return "paused" if agent.is_paused(now) else ""


def _judge(row: CandidateRow, context: RecallContext, points: float, hit: Hit | None, judged: Judged) -> Candidate:
    """Judge a memory by the points of its kind of work, what the search found of it, and how likely it is needed."""
    parts = _score_parts(row, context, points, hit)
    # What may not be given keeps its reason also where it is only a little close: the receipt says why it is missing.
    is_hidden_hit = bool(row.left_out and hit and hit.own_score >= context.relevance_threshold)
    is_close = is_hidden_hit or judged.is_close(row.pk, is_of_task=bool(points))
    touches = is_close and _touches_topic(row, context, hit)
    why = "" if _is_for_others(row, context) else _why(row, context, parts, is_close=is_close, touches=touches)
    left_out = row.left_out or (LeftOut.TIME if _is_other_time(row, context) else "") if why else LeftOut.FAR
    is_touched = judged.is_close(row.pk) if context.request.query else bool(parts) or context.request.is_open
    score = round(sum(parts.values(), 0.0), 2)
    if hit:
        parts["words"] = round(hit.words, 4)
    if judged.cut is not None and row.pk in judged.chances and (why or not judged.is_close(row.pk)):
        parts["needed"] = judged.chance_of(row.pk)  # not of a rule that is about something else, however close
    return Candidate(row=row, score=score, parts=parts, why=why, left_out=left_out, is_touched=is_touched)


def _score_parts(row: CandidateRow, context: RecallContext, points: float, hit: Hit | None) -> dict[str, float]:
    """Return the parts of the score: the task's table, the person's own word, the query, what is near, and past use."""
    parts: dict[str, float] = {}
    if points:
        parts["task"] = points
    if row.applies_to and not context.names.isdisjoint(row.applies_to):
        parts["applies"] = 1.0
    if hit and hit.own_score > 0:
        parts["query"] = round(hit.own_score, 4)
        if neighbors := max(hit.neighbors, -hit.own_score):  # to be close to the question costs nothing
            parts["neighbors"] = round(neighbors, 4)
    if row.helped_count:
        parts["helped"] = min(HELPED_MAX, HELPED_EACH * row.helped_count)
    if row.lately_count:
        parts["lately"] = min(LATELY_MAX, LATELY_EACH * row.lately_count)
    return parts


def task_points(row: CandidateRow, context: RecallContext) -> float:
    """Return how much the kind of work needs the memory: by S0's table, or because it says how to answer.

    What says how to write to somebody is for letters, unless the request names them.
    """
    if not context.circles and not context.writes_to_somebody and _circles_of(row):
        return 0.0
    points = task_types.task_relevance(
        context.tasks, key=row.key, category=row.category, has_words=bool(context.request.query)
    )
    if row.category in context.needed_categories:
        points = max(points, CATEGORY_RELEVANCE)
    if context.is_answered and points < task_types.KEY_RELEVANCE and _is_for_any_answer(row, context):
        return task_types.KEY_RELEVANCE
    return points


def _is_for_any_answer(row: CandidateRow, context: RecallContext) -> bool:
    """Return whether it says how to answer whatever is asked. What holds in a condition waits for its words."""
    if row.community:
        return False
    is_of_words = row.kind == Kind.RULE or row.category in answer_rules.HOW_TO_ANSWER_CATEGORIES
    says_how = answer_rules.is_key_of_answers(row.key) or (is_of_words and _says_how_to_answer(row, context))
    return says_how and (not row.condition or not answer_rules.topic(row.condition).isdisjoint(context.topic))


def _is_for_others(row: CandidateRow, context: RecallContext) -> bool:
    """Return whether a writing rule names addressees, and the request names different ones."""
    return bool(context.circles) and bool(circles := _circles_of(row)) and circles.isdisjoint(context.circles)


def _why(row: CandidateRow, context: RecallContext, parts: dict[str, float], *, is_close: bool, touches: bool) -> str:
    """Return the strongest reason to give the memory; empty for no relation to the work.

    What a community shares is no rule and no hard fact: it goes into no block that is not about it.
    """
    return (
        (not row.community and context.is_hard(row.key) and Why.HARD)
        or (not row.community and _is_rule_in_scope(row, context, parts, touches=touches) and Why.RULE)
        or (row.pinned and Why.PINNED)
        or (row.is_wanted and Why.WANTED)
        or ("applies" in parts and Why.APPLIES)
        or (_is_of_task(context, parts, is_close=is_close) and Why.TASK)
        or (is_close and (row.kind != Kind.RULE or row.community) and Why.QUERY)
        or (context.request.is_open and Why.ALWAYS)
        or ""
    )


def _is_of_task(context: RecallContext, parts: dict[str, float], *, is_close: bool) -> bool:
    """Return whether the kind of work needs it. Where only words tell the kind, its category alone is too little."""
    is_told = bool(context.named_task) or not context.request.query
    return "task" in parts and (is_told or is_close or parts["task"] > CATEGORY_RELEVANCE)


def _is_rule_in_scope(row: CandidateRow, context: RecallContext, parts: dict[str, float], *, touches: bool) -> bool:
    """Return whether this is a rule about answers or about a touched topic.

    Without a question nothing tells the topic, and a rule that is missing does more harm than one too many.
    """
    return row.kind == Kind.RULE and (
        not (context.request.query or context.tasks == (task_types.ANY_WORK,))
        or touches
        or "applies" in parts
        or _is_of_task(context, parts, is_close=touches)
        or answer_rules.is_key_of_answers(row.key)
        or _says_how_to_answer(row, context)
    )


def _touches_topic(row: CandidateRow, context: RecallContext, hit: Hit | None) -> bool:
    """Return whether the question is about the rule's topic: close in meaning, or by a word that names the thing."""
    if hit is None or hit.meaning >= context.relevance_threshold:
        return hit is not None
    return not answer_rules.topic(_rule_text(row)).isdisjoint(context.topic)


def _says_how_to_answer(row: CandidateRow, context: RecallContext) -> bool:
    """Return whether a memory's words set the form of answers."""
    says_how = context.says_how.get(row.pk)
    if says_how is None:
        says_how = context.says_how[row.pk] = _is_about_answers(row)
    return says_how


@cached(
    LRUCache(CACHED),
    key=lambda row: text_digest(f"{row.category}\0{row.label}\0{row.value}\0{row.details}"),
    lock=Lock(),
)
def _is_about_answers(row: CandidateRow) -> bool:
    """Cached, because every recall asks of the same rules."""
    is_filed_so = row.category in answer_rules.HOW_TO_ANSWER_CATEGORIES
    return answer_rules.says_how_to_answer(_rule_text(row), is_filed_so=is_filed_so)


def _circles_of(row: CandidateRow) -> frozenset[str]:
    """Return the addressees of a rule about writing; empty for other memories."""
    is_about_writing = row.category in answer_rules.HOW_TO_ANSWER_CATEGORIES and not row.pinned
    return _circles_in(f"{row.label} {row.value} {row.condition} {row.details}") if is_about_writing else frozenset()


@cached(LRUCache(CACHED), key=text_digest, lock=Lock())
def _circles_in(text: str) -> frozenset[str]:
    """Return whom a text names. Cached for the same reason."""
    return addressees.circles_in(text)


def _rule_text(row: CandidateRow) -> str:
    return f"{row.shown_value}. {row.own_details}".strip(". ")


def _leave_out_other_topics(candidates: list[Candidate], hits: dict[UUID, Hit], context: RecallContext) -> None:
    """Leave out rules about a topic where another one that is given is far closer to the question in meaning."""
    close = [
        item
        for item in candidates
        if item.why == Why.RULE and item.row.pk in hits and item.parts.keys().isdisjoint(NOT_BY_TOPIC)
    ]
    closest = max((hits[item.row.pk].meaning for item in close if not item.left_out), default=0.0)
    for item in close:
        if hits[item.row.pk].meaning < SHARE_OF_CLOSEST * closest and not _says_how_to_answer(item.row, context):
            item.why, item.left_out = "", item.left_out or LeftOut.FAR
            item.parts.pop("needed", None)


def _leave_out_guesses(candidates: list[Candidate]) -> None:
    """Leave out what only is of a category that the work needs, beyond the first few.

    The more is close to the question, the better its words tell what it is about, and the less is guessed.
    """
    given = [item for item in candidates if item.why and not item.left_out]
    of_category = [item for item in given if not item.is_touched and item.parts.get("task") == CATEGORY_RELEVANCE]
    guesses = [item for item in of_category if item.why in (Why.TASK, Why.RULE)]
    close = sum(item.is_touched and item.parts.get("task") != KEY_RELEVANCE for item in given)
    for item in guesses[max(0, GUESSES_MOST - close) :]:
        item.why, item.left_out = "", LeftOut.FAR


def _is_other_time(row: CandidateRow, context: RecallContext) -> bool:
    """Return whether the memory applies at another time of day or week than this work's."""
    return bool(row.condition and context.times) and times.is_other_time(row.condition, context.times)


def _may_be_given(item: Candidate) -> bool:
    """Return whether a keyed memory may be given, regardless of closeness.

    What is hidden from the agent, or waits, is far from most questions, too: being far does not make it readable.
    """
    return bool(item.row.key) and not item.row.left_out and item.left_out in ("", LeftOut.FAR)


def _prefer_project(candidates: list[Candidate]) -> None:
    """Give the project's own memory in place of a general one with the same key, condition and day."""
    readable = [item for item in candidates if item.row.one_valued and _may_be_given(item)]
    in_project = {item.row.slot: item for item in readable if item.row.project}
    for item in readable if in_project else ():
        if not item.left_out and not item.row.project and item.row.slot in in_project:
            in_project[item.row.slot].take_place_of(item)
            item.left_out = LeftOut.SCOPE


def _prefer_today(candidates: list[Candidate], today: date) -> None:
    """Give a memory for today in place of a lasting one with the same key, project and condition."""
    readable = [item for item in candidates if _may_be_given(item)]
    of_today = {item.row.slot_of_days: item for item in readable if item.row.day == today and item.row.one_valued}
    for item in readable if of_today else ():
        if not item.left_out and item.row.day is None and item.row.slot_of_days in of_today:
            of_today[item.row.slot_of_days].take_place_of(item)
            item.left_out = LeftOut.TODAY


def _prefer_own(candidates: list[Candidate]) -> None:
    """Leave out a community's memories where the person has their own under the same key."""
    usable = [item for item in candidates if item.row.key and item.row.one_valued and not item.left_out]
    own_keys = {item.row.key for item in usable if not item.row.community}
    for item in usable:
        if item.row.community and item.row.key in own_keys:
            item.left_out = LeftOut.OWN


def _leave_out_given(candidates: list[Candidate], lines: dict[UUID, str]) -> None:
    """Leave out what this run has in the same words. What has changed since is given again."""
    for item in candidates:
        if not item.left_out and lines.get(item.row.pk) == item.line:
            item.left_out = LeftOut.GIVEN


def _far_key(item: Candidate) -> tuple[float, float, UUID]:
    """Return the sort key of memories below the cut: likeliest first."""
    return -item.parts.get("needed", 0.0), -item.score, item.row.pk


def _first(candidates: list[Candidate], limit: int) -> list[Candidate]:
    """Return the first candidates of a sorted list. Ties are ordered by their line, then by id."""
    first: list[Candidate] = []
    for _, group in groupby(candidates, BY_SORT_KEY):
        ties = list(group)
        first += sorted(ties, key=lambda item: (item.line if item.why else "", item.row.pk)) if ties[1:] else ties
        if len(first) >= limit:
            break
    return first[:limit]


def _fit(candidates: list[Candidate], request: RecallRequest, settings: MemorySettings) -> list[Candidate]:
    """Return the first candidates that fit the limits; mark all others as left out.

    It stops at the first that does not fit, even a must-have.
    """
    max_items = min(request.max_items, settings.injection_max_items)
    budget = min(request.budget, settings.injection_token_budget)
    usable = [item for item in candidates if not item.left_out]
    spent, left_out = 0, ""
    items: list[Candidate] = []
    for item in _first(usable, max_items + 1):
        item.tokens = prompt_block.count_tokens(item.line) + 1  # and its line break
        spent += item.tokens
        left_out = LeftOut.BEYOND if len(items) == max_items else LeftOut.BUDGET if spent > budget else ""
        if left_out:
            break
        items.append(item)
    for item in usable if left_out else ():
        item.left_out = "" if item in items else left_out
    return items
