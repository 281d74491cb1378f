"""A category as people read it."""

from django.utils.translation import gettext as _


def category_name(category: str) -> str:
    """Return a category's slug as a name: "time_zone" is "Time zone"."""
    return category.replace("_", " ").capitalize() or _("Without a category")
