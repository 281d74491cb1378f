"""What speaks against asking about an English statement: one function for each reason."""

from collections.abc import Callable

from memoryweb.learning.extraction.types import Candidate
from memoryweb.learning.extraction.worth_asking.english.advice import is_advice, is_polite
from memoryweb.learning.extraction.worth_asking.english.completeness import is_incomplete
from memoryweb.learning.extraction.worth_asking.english.facts import is_no_fact
from memoryweb.learning.extraction.worth_asking.english.irony import is_ironic
from memoryweb.learning.extraction.worth_asking.english.narration import is_for_one_task, is_narration
from memoryweb.learning.extraction.worth_asking.english.passing import is_passing
from memoryweb.learning.extraction.worth_asking.english.referents import lacks_referent
from memoryweb.learning.extraction.worth_asking.english.sources import (
    is_denied,
    is_example,
    is_general,
    is_of_others,
    is_reported,
)

__all__ = ["REFUSALS"]

REFUSALS: tuple[Callable[[Candidate], bool], ...] = (
    is_reported,
    is_example,
    is_general,
    is_of_others,
    is_denied,
    is_ironic,
    is_passing,
    is_narration,
    is_for_one_task,
    is_polite,
    is_advice,
    is_incomplete,
    is_no_fact,
    lacks_referent,
)
