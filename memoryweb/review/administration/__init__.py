"""The administration at /admin/, for staff with a second factor: counts and metadata, never anybody's words."""

from memoryweb.review.administration import agents, people, upkeep
from memoryweb.review.administration.site import site

people.register(site)
agents.register(site)
upkeep.register(site)

__all__ = ["site"]
