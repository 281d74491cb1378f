"""A delivery of feedback, as sent and as stored."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Self
from uuid import UUID

from memoryweb.language import extraction, sensitive
from memoryweb.language.filing import classifier, known_fields
from memoryweb.language.text import tokens, value_text
from memoryweb.learning import policy
from memoryweb.learning.models import Feedback
from memoryweb.learning.policy import Verdict
from memoryweb.memories import actions
from memoryweb.memories.models import Evidence, fingerprints
from memoryweb.rules.policy import Kind, Source


def parse_ids(texts: Iterable[str]) -> tuple[UUID, ...]:
    """Parse memory ids and leave out what is not one: it names no memory."""
    ids = []
    for text in texts:
        try:
            ids.append(UUID(text))
        except ValueError:
            continue
    return tuple(ids)


@dataclass(frozen=True, kw_only=True)
class FeedbackSignal:
    """One signal in evidence_ref: a subject and its value, or a sentence."""

    preference: str = ""
    category: str = ""
    key: str = ""
    value: Any = None
    details: str = ""

    def statement(self, *, project: str, ref: dict[str, Any], skill: str = "") -> actions.Statement:
        """Build the statement: a preference, unless its words or its field say otherwise.

        What a skill's work shows is about that skill (S3), until the person says that it holds for all.
        """
        name = self.preference or self.key.rpartition(".")[2].replace("_", " ")
        category = self.category or (self.key.partition(".")[0] if "." in self.key else "")
        words = f"{name} {self.details} {value_text.display_value(self.value)}"
        says_kind = known_fields.match_field(category, name, self.key).field or classifier.signals_kind(words)
        return actions.Statement(
            name=name,
            category=category,
            key=self.key,
            value=self.value,
            details=self.details,
            kind="" if says_kind else Kind.PREFERENCE,
            source=Source.BEHAVIOUR,
            project=project,
            applies_to=(skill,) if skill else (),
            evidence_kind=Evidence.Kind.FEEDBACK,
            ref=ref,
            is_guarded=True,  # dispatch has read the whole call
            is_told=False,
        )

    @property
    def is_lasting(self) -> bool:
        """Whether it holds beyond today, and is not a line that memoryweb itself put into the prompt."""
        texts = [self.preference, self.details, *sensitive.iter_strings(self.value)]
        is_own = all(extraction.without_injected(text) == text for text in texts)
        return is_own and not tokens.says_only_now(*texts)


@dataclass(frozen=True, kw_only=True)
class FeedbackReport:
    """One delivery. The action applies to all `signals`; a partial may list accepted and rejected ones separately."""

    action: str
    run: str = ""
    skill: str = ""
    task_type: str = ""
    project: str = ""
    note: str = ""
    rating: int | None = None
    evidence_ref: dict[str, Any] = field(default_factory=dict)  # as the agent sent it
    signals: tuple[FeedbackSignal, ...] = ()
    accepted: tuple[FeedbackSignal, ...] = ()
    rejected: tuple[FeedbackSignal, ...] = ()
    memories: tuple[UUID, ...] = ()  # ids it names among the memories that the run was given

    @classmethod
    def from_row(cls, feedback: Feedback) -> Self:
        """Return the stored delivery without erased parts."""

        def signals(name: str) -> tuple[FeedbackSignal, ...]:
            return tuple(FeedbackSignal(**each) for each in feedback.evidence_ref.get(name, ()))

        return cls(
            action=feedback.action,
            run=feedback.run,
            skill=feedback.skill,
            project=feedback.project,
            note=feedback.note,
            rating=feedback.rating,
            evidence_ref=feedback.evidence_ref,
            memories=parse_ids(feedback.evidence_ref.get("memories", ())),
            signals=signals("signals"),
            accepted=signals("accepted"),
            rejected=signals("rejected"),
        )

    @property
    def verdict(self) -> str:
        """The verdict on the whole work: the action or, for a partial without details, the rating."""
        return policy.verdict(self.action, self.rating, is_bare=not (self.accepted or self.rejected))

    def signals_with_action(self) -> Iterator[tuple[str, FeedbackSignal]]:
        yield from ((self.verdict, signal) for signal in self.signals)
        yield from ((Verdict.ACCEPT, signal) for signal in self.accepted)
        yield from ((Verdict.REJECT, signal) for signal in self.rejected)

    def digest(self, day: date | None) -> bytes:
        """Return what a repeated delivery is known by; feedback on no known run is new on another `day`."""
        content = [self.action, self.run, self.skill, self.project, self.note, self.rating, self.evidence_ref, day]
        return fingerprints.keyed_digest("feedback", json.dumps(content, sort_keys=True, default=str))
