"""`{{ text|isolated }}` in every template: each part of a sentence stands in its own direction."""

from django import template

from memoryweb.review.direction import isolated

register = template.Library()
register.filter(isolated)
