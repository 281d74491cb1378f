"""Filters for what agents may see and what they saw."""

from django import template

from memoryweb.review.words.category_names import category_name

register = template.Library()
register.filter("category_name", category_name)
