"""Django's own `{% url %}`, faster where a page has most of them: about one row. Settings load it for all templates."""

from typing import Any
from uuid import UUID

from django import template
from django.template import defaulttags
from django.template.base import Parser, Token

from memoryweb.review.links import link

register = template.Library()


class _RowURLNode(defaulttags.URLNode):
    """`{% url 'review:memory' memory.pk %}`, with one argument and nothing else."""

    def render(self, context: template.Context) -> str:
        argument = self.args[0].resolve(context)
        if isinstance(argument, UUID):
            return link(self.view_name.resolve(context), argument)
        return str(super().render(context))


@register.tag
def url(parser: Parser, token: Token) -> template.Node:
    node: Any = defaulttags.url(parser, token)
    has_one = len(node.args) == 1 and not node.kwargs and node.asvar is None
    return _RowURLNode(node.view_name, node.args, node.kwargs, node.asvar) if has_one else node
