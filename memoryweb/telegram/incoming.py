"""What becomes of an update of Telegram: it is handled once, and whatever it is, nothing raises."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction

from memoryweb.language import sensitive
from memoryweb.language.text import signs
from memoryweb.learning import llm
from memoryweb.people.models import MemorySettings, User
from memoryweb.rls import scope
from memoryweb.telegram import linking, outbox, tasks
from memoryweb.telegram.answering import answers, questions, replies, sentences
from memoryweb.telegram.answering.calls import Calls
from memoryweb.telegram.linking import Writer
from memoryweb.telegram.models import ChatIdentity, ChatTurn, GroupChat, SeenUpdate, System, UnreadMessage
from memoryweb.telegram.updates import Message, Press, Update

logger = logging.getLogger(__name__)
COMMAND = re.compile(r"\A/(?P<name>[a-z_]{1,32})(?:@(?P<bot>\w{3,32}))?(?:\s+|\Z)", re.IGNORECASE)
CODE = re.compile(r"\A\s*[A-Za-z0-9]{5}-?[A-Za-z0-9]{5}\s*\Z")
ANSWER_MAX = 200  # characters that Telegram shows above a pressed button


def take(update: Update, *, now: datetime) -> None:
    """Handle an update unless it was before. The claim and all effects are one transaction.

    One that cannot be handled counts as handled, or Telegram would send it again and again. Raises only for a database
    that does not answer: then it comes again.
    """
    try:
        with transaction.atomic():
            if _is_new(update, now):
                _handle(update, now)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:  # whatever somebody sends, the next one is handled
        logger.error("an update was not handled: %s", type(error).__name__)
        with transaction.atomic():
            if _is_new(update, now) and (chat := _chat_of(update)):
                _say(chat, "failed")


def _is_new(update: Update, now: datetime) -> bool:
    """Claim an update; return whether nobody has. Of two at once the second waits for the first."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {SeenUpdate._meta.db_table} (id, at) VALUES (%s, %s) ON CONFLICT DO NOTHING",
            [update.update_id, now],
        )
        return bool(cursor.rowcount)


def _chat_of(update: Update) -> int:
    """Return an update's private chat; 0 for groups and other updates."""
    message = update.message or update.edited_message
    return message.chat.id if message and message.is_private else 0


def _handle(update: Update, now: datetime) -> None:
    if press := update.callback_query:
        _press(press, now)
    elif message := update.message or update.edited_message:
        if message.migrate_to_chat_id:
            linking.move_group(message.chat.id, message.migrate_to_chat_id)
        elif not message.is_private and linking.use_up(message.text):  # whoever wrote it, and whether to the bot or not
            _say(message.chat.id, "code_in_group")
        elif message.sender and not message.sender.is_bot:
            turn = Turn(message, message.sender.id, update.update_id, update.edited_message is not None, now)
            if message.is_private:
                _in_private(turn)
            elif message.chat.type in ("group", "supergroup"):
                _in_group(turn)


def _say(chat: int, name: str) -> None:
    """Have one of our own sentences said once this transaction commits."""
    transaction.on_commit(partial(tasks.say.delay, chat, name), robust=True)


@contextmanager
def _acting_as(person_id: UUID) -> Iterator[None]:
    """Run the block in a person's scope, and have sent what it leaves in their outbox."""
    with scope.acting_as(person_id):
        yield
    transaction.on_commit(partial(tasks.deliver.delay, str(person_id)), robust=True)


@dataclass(frozen=True)
class Turn:
    """A message that a person sent or edited."""

    message: Message
    sender: int  # Telegram's number of the person, the only thing that says who it is
    update_id: int
    is_edit: bool
    now: datetime

    @property
    def chat(self) -> int:
        return self.message.chat.id

    @property
    def user_id(self) -> str:
        return str(self.sender)


def _command(text: str) -> tuple[str, str]:
    """Split a text into its leading command (empty if none, or for another bot) and the rest."""
    found = COMMAND.match(text)
    if not found or (found["bot"] and found["bot"].lower() != settings.TELEGRAM_BOT_NAME.lower()):
        return "", text.strip()
    return found["name"].lower(), text[found.end() :].strip()


# A person's own private chat


def _in_private(turn: Turn) -> None:
    command, rest = _command(turn.message.text)
    if command == "link" and rest and not turn.is_edit:
        _link(turn, rest)
        return
    if command == "start" and rest:  # an address typed it, perhaps somebody else's: only what people send links them
        if not sentences.is_too_often("start", turn.user_id):
            _say(turn.chat, "send_code")
        return
    person_id = linking.person_of(System.TELEGRAM, turn.user_id)
    if person_id is None:
        if CODE.match(turn.message.text) and not turn.is_edit:
            _link(turn, turn.message.text)
        elif not sentences.is_too_often("unknown", turn.user_id):
            _say(turn.chat, "unlinked")
        return
    with _acting_as(person_id):
        writer = linking.writer(person_id, System.TELEGRAM)
        if writer and command in ("unlink", "stop") and turn.message.is_own:  # also where it is paused or ended
            linking.unlink(ChatIdentity.objects.get(agent=writer.agent), now=turn.now)
            _say(turn.chat, "unlinked_now")
        elif reason := replies.why_not(writer, turn.now) or _unreadable(turn.message):
            _say(turn.chat, reason)
        elif writer:
            _obey(command, rest, writer, turn)


def _unreadable(message: Message) -> str:
    return "forwarded" if not message.is_own else "" if message.text.strip() else "only_text"


def _link(turn: Turn, code: str) -> None:
    if sentences.is_too_often("code", turn.user_id):
        _say(turn.chat, "too_often")
        return
    linked = linking.link(System.TELEGRAM, turn.user_id, code, now=turn.now)
    person_id = linking.person_of(System.TELEGRAM, turn.user_id) if linked else None
    if person_id is None:
        _say(turn.chat, "wrong_code" if linked is None else "of_another")
        return
    with _acting_as(person_id):
        outbox.put_text(person_id, turn.chat, answers.linked_text(person_id), now=turn.now)


def _obey(command: str, rest: str, writer: Writer, turn: Turn) -> None:
    person_id = writer.agent.person_id
    if command in ("questions", "review"):
        replies.put_questions(questions.waiting(person_id), person_id, turn.chat, turn.now)
    elif command in ("start", "help") or not rest:
        outbox.put_text(person_id, turn.chat, answers.help_text(writer), now=turn.now)
    else:
        _answer(rest, writer, turn)


def _press(press: Press, now: datetime) -> None:
    """Let a button count if who pressed it is the person it belongs to, in their own private chat."""
    message = press.message
    if message is None or message.chat.type != "private" or message.chat.id != press.sender.id:
        return
    person_id = linking.person_of(System.TELEGRAM, str(press.sender.id))
    if person_id is None:
        return
    with _acting_as(person_id):
        if reason := replies.why_not(linking.writer(person_id, System.TELEGRAM), now):
            _say(message.chat.id, reason)
            return
        pressed = questions.press(press.data, User.objects.get(pk=person_id), now=now)
        answered = {"callback_query_id": press.id, "text": signs.cut(pressed.text, ANSWER_MAX)}
        outbox.put(person_id, "answerCallbackQuery", answered, now=now)
        if pressed.is_repeated:
            return
        shown = pressed.again or questions.Message(pressed.text, [])
        changed = {"chat_id": message.chat.id, "message_id": message.message_id, "text": shown.text}
        changed["reply_markup"] = {"inline_keyboard": shown.buttons}
        outbox.put(person_id, "editMessageText", changed | outbox.NO_PREVIEW, now=now)


# Groups


def _in_group(turn: Turn) -> None:
    """Answer a message to the bot in a group. Strangers and non-members learn only that."""
    text = _said_to_us(turn.message)
    if text is None:
        return
    command, rest = _command(text)
    person_id = linking.person_of(System.TELEGRAM, turn.user_id)
    if person_id is None:
        if not sentences.is_too_often("unknown", turn.user_id):
            _say(turn.chat, "unknown_here")
        return
    with _acting_as(person_id):
        if command == "unlink" and not turn.is_edit:
            _say(turn.chat, _unlink_group(turn, person_id))
        elif reason := replies.why_not(linking.writer(person_id, System.TELEGRAM), turn.now):
            _say(turn.sender, reason)  # in their own chat: what they ended or paused is nobody else's business
        elif command == "link" and not turn.is_edit:
            _say(turn.chat, _link_group(turn, person_id, rest))
        else:
            _answer_in_group(turn, person_id, rest)


def _said_to_us(message: Message) -> str | None:
    """Return the words to the bot, without its name; None if addressed to others or not the sender's."""
    mention = re.compile(rf"@{re.escape(settings.TELEGRAM_BOT_NAME)}\b", re.IGNORECASE)
    is_named, command = bool(mention.search(message.text)), _command(message.text)[0]
    is_for_us = is_named or command in ("link", "unlink", "help") or message.is_reply_to(settings.TELEGRAM_BOT_NAME)
    if not message.is_own or not is_for_us:
        return None
    return message.text if command else mention.sub(" ", message.text).strip()


def _link_group(turn: Turn, person_id: UUID, code: str) -> str:
    if sentences.is_too_often("code", turn.user_id):
        return "too_often"
    try:
        community = linking.link_group(turn.chat, person_id, code, now=turn.now)
    except IntegrityError:
        return "group_of_another"
    return "group_linked" if community else "wrong_code"


def _unlink_group(turn: Turn, person_id: UUID) -> str:
    if GroupChat.objects.filter(person=person_id, chat_id=turn.chat).delete()[0]:
        return "group_unlinked_now"
    return "group_of_another" if linking.community_of(turn.chat) else "group_unlinked"


def _answer_in_group(turn: Turn, person_id: UUID, text: str) -> None:
    community_id = linking.community_of(turn.chat)
    if community_id is None:
        _say(turn.chat, "group_unlinked")
        return
    writer = linking.writer_in(community_id, person_id, System.TELEGRAM, turn.user_id)
    if writer is None:
        _say(turn.chat, "not_member")
    elif reason := replies.why_not(writer, turn.now):
        _say(turn.sender, reason)
    elif not text:
        outbox.put_text(person_id, turn.chat, answers.help_text(writer), now=turn.now)
    else:
        _answer(text, writer, turn)


# Answering


def _answer(text: str, writer: Writer, turn: Turn) -> None:
    """Answer a message now by patterns, or hand it to a worker if a model is to read it, or if it says so much that the
    person would be held for long: here all of it is one transaction. Needs the person's scope.

    Something sensitive goes to no model and into no queue: the operations refuse it.
    """
    if turn.is_edit:
        _take_back(writer, turn)
    person_id = writer.agent.person_id
    is_later = llm.is_enabled_for(MemorySettings.for_person(person_id)) or answers.says_much(text)
    if is_later and not sensitive.inspect([text]):
        unread = UnreadMessage.objects.create(
            person_id=person_id,
            agent=writer.agent,
            update_id=turn.update_id,
            chat_id=turn.chat,
            message_id=turn.message.message_id,
            text=text,
            at=turn.now,
        )
        transaction.on_commit(partial(tasks.read.delay, str(person_id), str(unread.pk)), robust=True)
        return
    reply = answers.answer(text, Calls(writer, f"telegram-{turn.update_id}", turn.now))
    replies.put_reply(reply, writer, turn.chat, turn.message.message_id, turn.now)


def _take_back(writer: Writer, turn: Turn) -> None:
    """Withdraw what the message said before its edit, as far as it still waits, and what nobody has read of it yet."""
    same = {"person": writer.agent.person_id, "chat_id": turn.chat, "message_id": turn.message.message_id}
    UnreadMessage.objects.filter(**same).delete()
    before = ChatTurn.objects.filter(**same).first()
    replies.withdraw(before.statements if before else [], writer.agent, now=turn.now)
