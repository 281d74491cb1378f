"""Sharing: a private memory, something new, a change of what is shown, and what an agent suggests."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memoryweb.communities import reading, sharing
from memoryweb.communities.membership import memberships_of
from memoryweb.communities.models import Contribution, SharedMemory
from memoryweb.communities.sharing import Words
from memoryweb.memories.models import Memory, Status
from memoryweb.people.models import Membership
from memoryweb.review.communities import shared_pages
from memoryweb.review.communities.forms.sharing import ShareForm, WordsForm
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in
from memoryweb.review.notices import answer_with, notice


def membership_or_404(request: PersonRequest, community: UUID) -> Membership:
    """Return the person's membership; 404 for an unknown or foreign community alike."""
    return get_object_or_404(memberships_of(request.user), community=community)


def _sent(request: PersonRequest) -> Any:
    """Return the sent form data, or None; without a part the person chose to leave out."""
    if request.method != "POST":
        return None
    return shared_pages.without(request.POST) if "leave_out" in request.POST else request.POST


def _answer(
    request: PersonRequest,
    form: WordsForm,
    act: Callable[[], SharedMemory],
    template: str,
    context: dict[str, Any],
    *,
    then: str,
) -> HttpResponse:
    """Share what a valid form says; else show the form again, as it was sent, and what reads private in it."""
    is_sent = request.method == "POST" and "leave_out" not in request.POST
    if is_sent and form.is_valid() and (made := form.attempt(act)):
        return answer_with(
            request, notice(shared_pages.told(made), url=shared_pages.page_url(made.community_id)), then=then
        )
    parts = form.private_parts(*context.pop("private", ()))
    context = context | {"form": form, "private_parts": parts}
    return render(request, template, context, status=422 if is_sent else 200)


@signed_in
def share(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Share a private memory: the person sees and changes the words that the others will read."""
    memory, then = get_own_or_404(request, Memory, pk), reverse("review:memory", args=[pk])
    found = shared_pages.audiences(list(memberships_of(request.user)))
    if not found:
        raise Http404
    if memory.status != Status.ACTIVE:
        return answer_with(request, notice(_("Only what is in use can be shared."), warning=True), then=then)
    form = _share_form(request, memory, found)
    context = {"memory": memory, "audiences": found, "private": (memory.project,)}
    return _answer(request, form, lambda: _share(form, memory), "communities/share.html", context, then=then)


def _share_form(request: PersonRequest, memory: Memory, found: list[shared_pages.Audience]) -> ShareForm:
    labels = {str(each.community.pk): f"{each.community}: {each.count}. {each.when}" for each in found}
    return ShareForm(
        _sent(request),
        person=request.user,
        words=Words.from_memory(memory),
        labels=labels,
        memberships=[each.membership for each in found],
    )


def _share(form: ShareForm, memory: Memory) -> SharedMemory:
    return sharing.share(form.words(), form.membership, is_named=form.is_named, now=timezone.now(), memory=memory)


@signed_in
def share_new(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Share a sentence that the person types here. They keep no private memory of it."""
    return _share_typed(request, membership_or_404(request, pk), None, "communities/share_new.html")


@signed_in
def propose_change(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Propose other words for something that a community shows. Moderators always look at that first."""
    old = get_object_or_404(SharedMemory.objects.shown(), pk=pk)
    member = membership_or_404(request, old.community_id)
    return _share_typed(request, member, old, "communities/propose_change.html")


def _share_typed(request: PersonRequest, member: Membership, old: SharedMemory | None, template: str) -> HttpResponse:
    # why its author wanted it shared is for the moderators alone
    words = replace(shared_pages.words_of(old), reason="") if old else Words(statement="")
    form = WordsForm(_sent(request), person=request.user, words=words, memberships=[member])
    context = {"old": old, "audience": shared_pages.audiences([member])[0]}

    def act() -> SharedMemory:
        return sharing.share(form.words(), member, is_named=form.is_named, now=timezone.now(), replaces=old)

    return _answer(request, form, act, template, context, then=shared_pages.page_url(member.community_id))


@signed_in
def reword(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Propose one's own again in other words, while it waits or was sent back."""
    mine = get_object_or_404(reading.shared_by(request.user), pk=pk)
    member = membership_or_404(request, mine.community_id)
    form = WordsForm(_sent(request), person=request.user, words=shared_pages.words_of(mine))
    context = {
        "own": shared_pages.Own(mine, reading.last_decisions([pk]).get(pk)),
        "audience": shared_pages.audiences([member])[0],
    }

    def act() -> SharedMemory:
        return sharing.reword(pk, form.words(), person=request.user, now=timezone.now())

    return _answer(
        request, form, act, "communities/reword.html", context, then=shared_pages.page_url(mine.community_id)
    )


def _suggestion_or_404(request: PersonRequest, pk: UUID) -> tuple[Contribution, Membership]:
    suggestion = get_own_or_404(request, Contribution, pk, "agent")
    return suggestion, membership_or_404(request, suggestion.community_id)


def _answered(request: PersonRequest) -> HttpResponse:
    told = notice(_("You already answered this."), warning=True)
    return answer_with(request, told, then=reverse("review:review"), changed="sharing-changed")


@signed_in
def share_suggestion(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Share what an agent suggested, as it was or in the person's words."""
    suggestion, member = _suggestion_or_404(request, pk)
    if suggestion.status != Contribution.Status.SUGGESTED:
        return _answered(request)
    form = shared_pages.suggestion_form(suggestion, member, _sent(request))
    context = {"suggestion": shared_pages.Suggestion(suggestion, shared_pages.audiences([member])[0], form)}

    def act() -> SharedMemory:
        return sharing.share_suggestion(pk, form.words(), member, is_named=form.is_named, now=timezone.now())

    return _answer(request, form, act, "communities/share_suggestion.html", context, then=reverse("review:review"))


@require_POST
@signed_in
def decline_suggestion(request: PersonRequest, pk: UUID) -> HttpResponse:
    _suggestion_or_404(request, pk)
    try:
        sharing.decline_suggestion(pk, now=timezone.now())
    except sharing.NotPossible:
        return _answered(request)
    told = notice(_("Not shared. You won’t be asked about it again."))
    return answer_with(request, told, then=reverse("review:review"), changed="sharing-changed")
