"""The bot's sentences for strangers and about linking. None quotes a person."""

import logging

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from memoryweb.telegram import bot_api
from memoryweb.telegram.answering import answers

logger = logging.getLogger(__name__)
TIMES, SECONDS = 5, 900  # so often within so many seconds, for one user
SENTENCES = {
    "unlinked": _("I don’t know you yet. Open this page, make a code, and send it here."),
    "send_code": _(
        "Send me the code that this page shows you, to link this chat to the account that made it. Send no code that "
        "somebody else gave you."
    ),
    "wrong_code": _("That code doesn’t work. It works once, for ten minutes. Make another on this page."),
    "code_in_group": _(
        "That code was for a chat with me alone, and others could read it here. It no longer works. Make another on "
        "this page, and send it to me in private."
    ),
    "of_another": _("This Telegram account is linked to somebody else. They can unlink it by sending me /unlink."),
    "too_often": _("Too many tries. Wait a quarter of an hour."),
    "unlinked_now": _("Unlinked. I no longer know you, and what you decided stays."),
    "ended": _("You ended this link. Link this chat again on this page."),
    "paused": _("You paused this chat under Agents."),
    "forwarded": _("Only what you write yourself is saved."),
    "only_text": _("I read text only."),
    "group_unlinked": _("This group is linked to no community. A member can link it on this page."),
    "group_linked": _("This group is linked. Mention me to ask what the community knows. I say nothing private here."),
    "group_of_another": _("This group is already linked. Whoever linked it can end that on this page."),
    "group_unlinked_now": _("This group is linked to no community any more."),
    "unknown_here": _("I don’t know you yet. Write to me in a chat of our own first."),
    "not_member": _("You are not in the community of this group."),
    "failed": _("That didn’t work. Nothing was changed. Try again."),
}

WITH_PAGE = frozenset(
    {"unlinked", "send_code", "wrong_code", "code_in_group", "ended", "paused", "group_unlinked", "group_of_another"}
)
WITH_CHAT = frozenset({"unknown_here"})
ASKED = _("I asked you about it. Answer on the page.")


def say(chat_id: int, name: str) -> None:
    """Say a sentence. It is tried once: whoever gets no answer writes again."""
    text = str(SENTENCES[name])
    if name in WITH_PAGE:
        text = answers.with_link(text, answers.page("telegram:telegram"))
    elif name in WITH_CHAT:
        text = answers.with_link(text, answers.own_chat())
    try:
        bot_api.call("sendMessage", {"chat_id": chat_id, "text": text})
    except bot_api.BotApiError as error:
        logger.warning("a sentence was not sent: %s", error)


def is_too_often(what: str, user_id: str) -> bool:
    """Count an unknown user's try, such as a code; return whether it exceeds the limit. True without the cache."""
    key = f"telegram:{what}:{user_id}"
    try:
        cache.add(key, 0, SECONDS)
        return int(cache.incr(key)) > TIMES
    except Exception as error:  # a broken cache of any kind must not let codes be guessed
        logger.error("tries are not counted: %s", type(error).__name__)
        return True
