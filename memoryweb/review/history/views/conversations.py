"""Conversations that agents recorded: their excerpts, what was learned from each, and forgetting the excerpts early."""

from collections.abc import Sequence
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from memoryweb.learning import budget, llm
from memoryweb.learning import conversations as recording
from memoryweb.learning.models import Conversation
from memoryweb.memories import actions
from memoryweb.memories.models import Evidence
from memoryweb.review import notices, paging
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in

PAGE = 30


@require_GET
@signed_in
def conversations(request: PersonRequest) -> HttpResponse:
    """Show those inside the window, the newest first. The index conversations_recent serves every page of it."""
    recent = Conversation.objects.of(request.user).recent().select_related("agent")
    page = paging.paginate(recent, request.GET.get("before", ""), by="ended_at", size=PAGE)
    context = {
        "conversations": _with_memory_counts(request, page.rows),
        "older": "?" + urlencode({"before": page.next_cursor}) if page.next_cursor else "",
        "meter": budget.month_meter(request.user.pk, request.memory_settings, now=timezone.now())
        if llm.is_enabled_for(request.memory_settings)
        else None,
    }
    return render(request, "history/conversations.html", context)


def _with_memory_counts(
    request: PersonRequest, conversations: Sequence[Conversation]
) -> list[tuple[Conversation, int]]:
    """Return conversations with numbers of memories learned, in one query."""
    ids = [conversation.pk for conversation in conversations]
    learned = Evidence.objects.filter(person=request.user, conversation__in=ids)
    memories: dict[UUID | None, set[UUID]] = {}
    for conversation, memory in learned.values_list("conversation", "memory"):
        memories.setdefault(conversation, set()).add(memory)
    return [(conversation, len(memories.get(conversation.pk, ()))) for conversation in conversations]


@require_GET
@signed_in
def conversation(request: PersonRequest, pk: UUID) -> HttpResponse:
    conversation = get_own_or_404(request, Conversation, pk, "agent")
    learned = Evidence.objects.filter(person=request.user, conversation=pk).select_related("memory").order_by("id")
    is_unread = conversation.learned_at is None and conversation.trimmed_at is None
    over = len(conversation.excerpts) - conversation.excerpts_read if is_unread else 0
    if over and not actions.why_full(conversation.agent):
        over = 0
    shown = {"conversation": conversation, "learned": learned, "over": over}
    return render(request, "history/conversation.html", shown)


@require_POST
@signed_in
def read(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Learn from the conversation now, whatever the settings say about when."""
    get_object_or_404(Conversation.objects.of(request.user).unread(), pk=pk)
    then = reverse("review:conversation", args=[pk])
    settings = request.memory_settings
    if not (settings.enable_memory and settings.learning_enabled):
        notice = notices.notice(_("Learning is switched off in Settings, so nothing was read."), warning=True)
        return notices.answer_with(request, notice, then=then)
    learned = recording.read_now(pk, request.user.pk, settings, now=timezone.now())
    if learned is None:
        notice = notices.notice(_("The language model is reading it. Look again in a moment."))
        return notices.answer_with(request, notice, then=then)
    text = ngettext("Read: %d memory learned.", "Read: %d memories learned.", len(learned)) % len(learned)
    return notices.answer_with(request, notices.notice(text), then=then)


@require_POST
@signed_in
def forget(request: PersonRequest, pk: UUID) -> HttpResponse:
    recording.forget(get_own_or_404(request, Conversation, pk), now=timezone.now())
    notice = notices.notice(_("Excerpts removed. What was learned from them stays until you erase it."))
    return notices.answer_with(request, notice, then=reverse("review:conversations"))
