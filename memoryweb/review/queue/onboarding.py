"""The first steps with memoryweb: how far the person is. Review shows them, one query reads them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils.translation import gettext_lazy as _

from memoryweb.people.models import User

STAYS = timedelta(minutes=10)  # that the steps are still shown when all are done
FEW = 3  # memories: with more, a person knows their way
STEPS = """
SELECT agent.id, agent.name, agent.first_call, question.answered, question.waiting, receipt.id, receipt.at,
       (SELECT count(*) FROM (SELECT FROM memories_memory WHERE person_id = %(me)s LIMIT %(few)s + 1) AS memory),
       EXISTS (SELECT FROM demo_examplemonth WHERE person_id = %(me)s)
  FROM (SELECT coalesce(bool_or(status IN ('accepted', 'declined')), false) AS answered,
               coalesce(bool_or(status = 'open'), false) AS waiting
          FROM (SELECT status FROM memories_proposal WHERE person_id = %(me)s ORDER BY id LIMIT 50) AS first
       ) AS question
  LEFT JOIN LATERAL (
       SELECT id, name, (
              SELECT min(at) FROM agents_accesslog WHERE person_id = %(me)s AND agent_id = agent.id) AS first_call
         FROM agents_agent AS agent WHERE person_id = %(me)s AND revoked_at IS NULL
        ORDER BY last_used_at IS NULL, id DESC LIMIT 1) AS agent ON true
  LEFT JOIN LATERAL (
       SELECT id, at FROM recall_receipt AS receipt
        WHERE person_id = %(me)s AND EXISTS (
              SELECT FROM recall_receiptitem WHERE person_id = %(me)s AND receipt_id = receipt.id AND left_out = '')
        ORDER BY at LIMIT 1) AS receipt ON true
"""


@dataclass(frozen=True)
class Tool:
    """A program that can be connected; `name` is what its agent is called."""

    code: str
    name: str
    label: Any


TOOLS = (
    Tool("claude-code", "Claude Code", "Claude Code"),
    Tool("claude-desktop", "Claude Desktop", "Claude Desktop"),
    Tool("codex", "Codex", "Codex"),
    Tool("gemini-cli", "Gemini CLI", "Gemini CLI"),
    Tool("cursor", "Cursor", "Cursor"),
    Tool("other", "My agent", _("Other")),
)


@dataclass(frozen=True)
class Start:
    """How far the person is: the agent they connected, its first call, their first answer, its first receipt."""

    agent: UUID | None
    name: str
    first_call: datetime | None
    has_answered: bool
    has_question: bool
    receipt: UUID | None
    given_at: datetime | None
    memories: int
    has_example: bool
    now: datetime

    tools = TOOLS

    @property
    def step(self) -> int:
        """Return the next step, 1 to 3, or 4 when all are done."""
        done = (self.first_call is not None, self.has_answered, self.receipt is not None)
        return done.index(False) + 1 if False in done else 4

    @property
    def waiting_for(self) -> str:
        """Return the awaited event as one word; each event changes it."""
        if self.step == 1:
            return "call" if self.agent else "agent"
        return {2: "answer" if self.has_question else "question", 3: "receipt"}.get(self.step, "nothing")

    @property
    def is_shown(self) -> bool:
        """Return whether Review shows the steps: to who is new, and once all are done for a few minutes more."""
        is_over = self.step == 4 and self.given_at is not None and self.now - self.given_at > STAYS
        return self.memories <= FEW and not self.has_example and not is_over


def steps(person: User, *, now: datetime) -> Start:
    """Return the person's progress. One query."""
    with connection.cursor() as cursor:
        cursor.execute(STEPS, {"me": person.pk, "few": FEW})
        agent, name, *others = cursor.fetchone()
    return Start(*(agent, name or "", *others, now))


def tool_called(code: str) -> Tool | None:
    return next((tool for tool in TOOLS if tool.code == code), None)
