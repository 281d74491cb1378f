"""The table agents × categories of the Agents page: what each may see, and how often it was given some of it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from memoryweb.agents.models import Agent
from memoryweb.memories import sight
from memoryweb.memories.sight import NOTHING, CategorySight
from memoryweb.oauth import tokens
from memoryweb.people.models import MemorySettings, User
from memoryweb.recall import receipts
from memoryweb.review.agents.forms.sight import FIRST_CATEGORIES, category_code
from memoryweb.review.words.category_names import category_name

DAYS = 30  # how far back "given" counts
HEAT = (1, 10, 50)  # from how often on a square gets its next shade
COLUMNS_MAX = 7  # more do not fit beside each other; then every square names its category


@dataclass(frozen=True)
class Column:
    category: str

    @property
    def name(self) -> str:
        return category_name(self.category)

    @property
    def code(self) -> str:
        return category_code(self.category)


@dataclass(frozen=True)
class Cell:
    column: Column
    sight: CategorySight
    given: int

    @property
    def heat(self) -> int:
        return sum(self.given >= least for least in HEAT)


@dataclass(frozen=True)
class Row:
    agent: Agent
    cells: list[Cell]
    is_paused: bool
    is_usable: bool
    has_ended: bool  # its connector ended the connection
    told: int  # memories in use that it told of
    declined: int


@dataclass(frozen=True)
class Matrix:
    columns: list[Column]
    rows: list[Row]
    revoked: list[Agent]

    @property
    def is_wide(self) -> bool:
        return len(self.columns) > COLUMNS_MAX


def matrix(person: User, settings: MemorySettings, *, now: datetime) -> Matrix:
    """Build the table. The number of its statements does not depend on how many agents and memories there are."""
    everyone = list(Agent.objects.of(person).order_by("name", "pk"))
    agents = [agent for agent in everyone if not agent.revoked_at]
    seen = sight.picture(person.pk, agents, settings, now=now)
    given = receipts.given_by_category(person, since=now - timedelta(days=DAYS))
    tallies, ended = sight.told_and_declined(person.pk), tokens.without_tokens(person, now=now)
    columns = [Column(category) for category in _in_order({category for _, category in seen})]
    rows = []
    for agent in agents:
        places = [(column, (agent.pk, column.category)) for column in columns]
        cells = [Cell(column, seen.get(place, NOTHING), given.get(place, 0)) for column, place in places]
        told, declined = tallies.get(agent.pk, (0, 0))
        is_paused, is_usable = agent.is_paused(now), agent.is_usable(now)
        rows.append(Row(agent, cells, is_paused, is_usable, agent.pk in ended, told, declined))
    return Matrix(columns, rows, [agent for agent in everyone if agent.revoked_at])


def _in_order(categories: set[str]) -> list[str]:
    """Sort the best known categories first, then the person's own by name."""
    first = {name: n for n, name in enumerate(FIRST_CATEGORIES)}
    return sorted(categories, key=lambda name: (first.get(name, len(first)), name))
