"""Reads what Telegram sends. Anything else, however strange, is nothing."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

ID_MAX = 2**52  # as Telegram says: an id has at most 52 significant bits
TEXT_MAX = 4096  # characters of a message there
DATA_MAX = 64  # of a button


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class Sender(_Strict):
    id: int = Field(gt=0, lt=ID_MAX)
    is_bot: bool = False


class Chat(_Strict):
    id: int = Field(gt=-ID_MAX, lt=ID_MAX)
    type: Literal["private", "group", "supergroup", "channel"]


class Message(_Strict):
    message_id: int = Field(ge=0, lt=ID_MAX)
    sender: Sender | None = Field(None, alias="from")
    chat: Chat
    text: str = Field("", max_length=TEXT_MAX)
    reply_to_message: dict[str, Any] | None = None
    forward_origin: dict[str, Any] | None = None
    via_bot: dict[str, Any] | None = None
    migrate_to_chat_id: int | None = Field(None, lt=0, gt=-ID_MAX)

    @property
    def is_own(self) -> bool:
        """Return whether the sender wrote it: not forwarded, not through another bot, no bot."""
        return bool(self.sender and not self.sender.is_bot and not self.forward_origin and not self.via_bot)

    @property
    def is_private(self) -> bool:
        """Return whether it is between the bot and the sender alone. Telegram numbers such a chat like the user."""
        return self.chat.type == "private" and self.sender is not None and self.chat.id == self.sender.id

    def is_reply_to(self, bot_name: str) -> bool:
        """Return whether it answers a message of our bot."""
        replied = (self.reply_to_message or {}).get("from")
        name = replied.get("username") if isinstance(replied, dict) else None
        return isinstance(name, str) and name.lower() == bot_name.lower()


class Press(_Strict):
    """A press on an inline button."""

    id: str = Field(min_length=1, max_length=DATA_MAX)
    sender: Sender = Field(alias="from")
    message: Message | None = None
    data: str = Field("", max_length=DATA_MAX)


class Update(_Strict):
    """One update. Exactly one of the last three is there, in those that matter to us."""

    update_id: int = Field(ge=0, lt=ID_MAX)
    message: Message | None = None
    edited_message: Message | None = None
    callback_query: Press | None = None


def parse(data: object) -> Update | None:
    """Parse an update; None if malformed or of a kind we do not read."""
    try:
        return Update.model_validate(data)
    except (ValidationError, RecursionError):
        return None
