"""What speaks against asking about a Chinese statement: one function for each reason."""

from collections.abc import Callable

from memoryweb.learning.extraction.types import Candidate
from memoryweb.learning.extraction.worth_asking.chinese.reasons import (
    is_advice,
    is_denied,
    is_ironic,
    is_passing,
    is_polite,
    is_reported,
    lacks_referent,
)
from memoryweb.learning.extraction.worth_asking.chinese.subjects import is_of_others, is_plan

__all__ = ["REFUSALS"]

REFUSALS: tuple[Callable[[Candidate], bool], ...] = (
    is_reported,
    is_of_others,
    is_denied,
    is_ironic,
    is_passing,
    is_plan,
    is_polite,
    is_advice,
    lacks_referent,
)
