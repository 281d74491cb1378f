"""Conversations: what agents told of them, what was learned from each, and the words gone before their time."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from memoryweb.learning import budget, llm
from memoryweb.learning import conversations as recorded
from memoryweb.learning.models import Conversation
from memoryweb.memories.models import Evidence
from memoryweb.review import as_id, notices
from memoryweb.review.http import PersonRequest, signed_in

PAGE = 30


@require_GET
@signed_in
def conversations(request: PersonRequest) -> HttpResponse:
    """Those inside the window, the newest first; index conversations_recent serves it at any depth."""
    found = Conversation.objects.of(request.user).recent()
    rows = found.select_related("agent").order_by("-ended_at", "-id")
    last = as_id.parse_id(request.GET.get("before", ""))
    if last and (before := found.filter(pk=last).first()):
        rows = rows.filter(ended_at__lte=before.ended_at).exclude(ended_at=before.ended_at, pk__gte=before.pk)
    shown = list(rows[: PAGE + 1])
    context = {
        "conversations": _with_lessons(request, shown[:PAGE]),
        "older": f"?before={shown[PAGE - 1].pk}" if len(shown) > PAGE else "",
        "meter": budget.month_meter(request.user.pk, request.memory_settings, now=timezone.now())
        if llm.is_enabled_for(request.memory_settings)
        else None,
    }
    return render(request, "review/conversations.html", context)


def _with_lessons(request: PersonRequest, shown: list[Conversation]) -> list[tuple[Conversation, int]]:
    """Each with the number of memories it is evidence for: one query for the page."""
    learned = Evidence.objects.filter(person=request.user, conversation__in=[each.pk for each in shown])
    memories: dict[UUID | None, set[UUID]] = {}
    for conversation, memory in learned.values_list("conversation", "memory"):
        memories.setdefault(conversation, set()).add(memory)
    return [(each, len(memories.get(each.pk, ()))) for each in shown]


def _mine(request: PersonRequest, pk: UUID) -> Conversation:
    return get_object_or_404(Conversation.objects.of(request.user).select_related("agent"), pk=pk)


@require_GET
@signed_in
def conversation(request: PersonRequest, pk: UUID) -> HttpResponse:
    found = _mine(request, pk)
    learned = Evidence.objects.filter(person=request.user, conversation=pk).select_related("memory").order_by("id")
    return render(request, "review/conversation.html", {"conversation": found, "learned": learned})


@require_POST
@signed_in
def read(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Now, whatever the settings say about when."""
    get_object_or_404(Conversation.objects.of(request.user).unread(), pk=pk)
    then = reverse("review:conversation", args=[pk])
    settings = request.memory_settings
    if not (settings.enable_memory and settings.learning_enabled):
        off = notices.notice(_("Learning is switched off in Settings, so nothing was read."), warning=True)
        return notices.answer_with(request, off, then=then)
    learned = recorded.read_now(pk, request.user.pk, settings, now=timezone.now())
    if learned is None:
        asked = notices.notice(_("The language model is reading it. Look again in a moment."))
        return notices.answer_with(request, asked, then=then)
    said = ngettext("Read: it taught %d thing.", "Read: it taught %d things.", len(learned)) % len(learned)
    return notices.answer_with(request, notices.notice(said), then=then)


@require_POST
@signed_in
def forget(request: PersonRequest, pk: UUID) -> HttpResponse:
    recorded.forget(_mine(request, pk), now=timezone.now())
    gone = notices.notice(_("Its words are gone. What was learned from it stays until you erase that."))
    return notices.answer_with(request, gone, then=reverse("review:conversations"))
