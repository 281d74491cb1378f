"""The recall request, and its context: the agent, the person's settings and the time."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any
from uuid import UUID

from memoryweb.agents.models import Agent
from memoryweb.language.requests import addressees, answer_rules, named_tasks, occasions
from memoryweb.language.time import times
from memoryweb.memories import visibility
from memoryweb.people.models import MemorySettings
from memoryweb.recall import search, wanted_cases
from memoryweb.recall.ranking import Hit
from memoryweb.rules import policy, task_types

BEST_MAX = 24  # memories that are judged although they may score below the noise level
FAR_MAX = 10  # memories on the receipt that were merely not likely enough to be needed
LIVE = "m.person_id = %(person)s AND m.status IN ('candidate', 'active')"


@dataclass(frozen=True, kw_only=True)
class RecallRequest:
    """An agent's description of its work. Its limits can only be narrower than the person's."""

    query: str = ""
    task_type: str = ""
    skill: str = ""
    project: str = ""
    run: str = ""
    when: str = ""  # "weekday morning": compared with memories that hold at a certain time; empty: now, for the person
    max_items: int = policy.ITEMS_MOST
    budget: int = policy.TOKENS_MOST
    only_new: bool = False  # leave out what this run was given since its last recall without this
    without: frozenset[UUID] = frozenset()  # memories that it is to be answered without, to see what would change

    @property
    def is_open(self) -> bool:
        """Whether the request names no subject, so that any memory in use may be given."""
        return not (self.query or self.task_type or self.skill)

    @property
    def names(self) -> list[str]:
        """What the agent calls its work: its task type and skill."""
        return [name for name in (self.task_type, self.skill) if name]


@dataclass(frozen=True, kw_only=True)
class RecallContext:
    """A request with everything needed to judge a memory for it."""

    agent: Agent
    settings: MemorySettings
    request: RecallRequest
    now: datetime
    says_how: dict[UUID, bool] = field(default_factory=dict)  # which memories say how to answer, once it was read

    @property
    def owned_sql(self) -> str:
        """The condition on a row `m` for memories that this agent may know of at all, with the values of `values`."""
        of_community = f" AND {visibility.IN_COMMUNITY}" if self.agent.community_id else ""
        return LIVE + of_community + (" AND m.id <> ALL(%(without)s::uuid[])" if self.request.without else "")

    @cached_property
    def values(self) -> dict[str, Any]:
        """The values of owned_sql, of visibility's rules and of recall's own, by name."""
        rules = visibility.rule_values(self.agent, self.settings, now=self.now, project=self.request.project)
        own = {
            "names": sorted(self.names),
            "today": self.now.date(),
            "lately_from": self.now.date() - timedelta(days=policy.LATELY_DAYS),
            "without": list(self.request.without),
        }
        return own | rules

    def judged_hits(self, hits: Iterable[Hit]) -> set[UUID]:
        """Return the hits that are judged: those above the noise level, and always the best few readable ones."""
        hits = list(hits)
        best = [hit for hit in hits if hit.readable][:BEST_MAX]
        above = [hit for hit in hits if hit.own_score >= self.relevance_threshold]
        return {hit.memory_id for hit in (*best, *above)}

    @cached_property
    def touched(self) -> occasions.Touched:
        return search.touched_by(self.request.query)

    @cached_property
    def needed_categories(self) -> frozenset[str]:
        """The parts of life that the words touch, where no kind of work says better what is needed of them."""
        return frozenset() if self.tasks else self.touched.categories

    def is_hard(self, key: str) -> bool:
        """Return whether memories under this key are vital in this work.

        A forbidden word anywhere, and an allergy wherever it may matter: those are the hard keys. Beyond them a diet,
        for meals and journeys.
        """
        if key == policy.ALLERGIES:
            return self.may_meet_bodies
        return key in policy.HARD_KEYS or (key == policy.DIET and self.needs_diet)

    @cached_property
    def needs_diet(self) -> bool:
        return self.touched.is_meal or self.touched.is_journey

    @cached_property
    def may_meet_bodies(self) -> bool:
        """Whether an allergy may matter: where somebody eats, travels, is treated or buys, and in doubt, where the
        words tell of nothing that is known here. Before anything was asked it does not."""
        if self.request.query:
            return self.touched.is_bodily or not (self.tasks or self.touched.categories)
        return self.tasks != (task_types.ANY_WORK,)

    @cached_property
    def relevance_threshold(self) -> float:
        return search.noise_level(self.request.query)

    @cached_property
    def topic(self) -> set[str]:
        """What the query names, to compare with what a rule names."""
        return answer_rules.topic(self.request.query)

    @cached_property
    def named_task(self) -> task_types.TaskType | None:
        return named_tasks.find_task(self.request.task_type)

    @cached_property
    def tasks(self) -> tuple[task_types.TaskType, ...]:
        """The kinds of work: the one that the agent names, or else those that the request's words tell of."""
        return (self.named_task,) if self.named_task else search.tasks_in(self.request.query)

    @cached_property
    def is_answered(self) -> bool:
        """Whether somebody reads what comes of it, so that it needs to know how to answer: a request in words always,
        else where the kind of work is an answer or a text."""
        return bool(self.request.query) or any(task.answers for task in self.tasks)

    @cached_property
    def writes_to_somebody(self) -> bool:
        return any(task.to_somebody for task in self.tasks)

    @cached_property
    def circles(self) -> frozenset[str]:
        """Circles of people that the request writes to."""
        return addressees.circles_in(self.request.query)

    @cached_property
    def works(self) -> list[str]:
        """The kinds of this work, under which wanted memories are stored."""
        return wanted_cases.kinds_of_work(self.request.task_type, self.request.skill, self.tasks)

    @cached_property
    def times(self) -> frozenset[str]:
        """The times of day and week that this work is about, as far as they are known.

        What the agent says of it, else the request's words and the person's own clock. To plan is to work for another
        time than now.
        """
        if self.request.when:
            return times.times_in(self.request.when)
        if not self.settings.zone_is_known or any(task.name == "schedule" for task in self.tasks):
            return times.times_in(self.request.query)
        return times.times_of_request(self.request.query, self.now.astimezone(self.settings.zone))

    @cached_property
    def names(self) -> set[str]:
        """The names of the work: what the agent calls it, and what its words tell of."""
        return {*self.request.names, *(task.name for task in self.tasks)}

    @property
    def learns_from_use(self) -> bool:
        """Whether a memory scores higher if it helped, in the same kind of work or lately."""
        return self.settings.relevance_feedback
