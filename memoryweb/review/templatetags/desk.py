"""`{% marked pieces %}` shows a text with its changes and with what a moderator should look at twice."""

from collections.abc import Sequence
from datetime import datetime

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from memoryweb.language.sharing.red_flags import Flag
from memoryweb.review.words import marked_text
from memoryweb.review.words.marked_text import Piece

register = template.Library()

CALLED = {
    Flag.INSTRUCTION: _("order to agents:"),
    Flag.HIDDEN: _("hidden character:"),
    Flag.LINK: _("link:"),
}
FLAGGED = '<mark data-flag="{}"><span class="visually-hidden">{} </span>{}</mark>'


@register.simple_tag
def marked(text: str | Sequence[Piece]) -> SafeString:
    """Show a text, or the pieces of one. Each piece is escaped, and no link can be followed."""
    parts = marked_text.pieces(text) if isinstance(text, str) else text
    return format_html_join("", "{}", ((_shown(each),) for each in parts))


def _shown(piece: Piece) -> SafeString | str:
    if piece.change == "del":
        return format_html("<del>{}</del> ", piece.text)
    shown = format_html(FLAGGED, piece.flag, CALLED[Flag(piece.flag)], piece.text) if piece.flag else piece.text
    return format_html("<ins>{}</ins>", shown) if piece.change == "ins" else shown


@register.filter
def moment(at: datetime) -> str:
    """Return a time as the desk sends it back: to the microsecond, so that it tells two versions apart."""
    return at.isoformat()
