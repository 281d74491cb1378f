"""Django's own `{% url %}`, faster where a page has most of them: about one row. Settings load it for all templates."""

from typing import Any
from uuid import UUID

from django import template
from django.template import defaulttags
from django.template.base import Parser, Token
from django.urls import NoReverseMatch

from memoryweb.review.links import link

register = template.Library()


class _RowURLNode(defaulttags.URLNode):
    """`{% url 'review:memory' memory.pk %}`, with one argument."""

    def render(self, context: template.Context) -> str:
        argument = self.args[0].resolve(context)
        if not isinstance(argument, UUID):
            return str(super().render(context))
        try:
            address = link(self.view_name.resolve(context), argument)
        except NoReverseMatch:
            return str(super().render(context))
        if not self.asvar:
            return address
        context[self.asvar] = address
        return ""


@register.tag
def url(parser: Parser, token: Token) -> template.Node:
    node: Any = defaulttags.url(parser, token)
    has_one = len(node.args) == 1 and not node.kwargs
    return _RowURLNode(node.view_name, node.args, node.kwargs, node.asvar) if has_one else node
