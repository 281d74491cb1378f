"""The community of the tests, for the pages of communities."""

from tests.communities.conftest import team

__all__ = ["team"]
