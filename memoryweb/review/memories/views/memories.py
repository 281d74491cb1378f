"""The list of memories, adding one, and actions on several at once."""

from datetime import timedelta
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.memories import actions
from memoryweb.memories.actions import rivals
from memoryweb.memories.erasing import erasure
from memoryweb.memories.history import history
from memoryweb.memories.models import Kind, Memory, MemoryQuerySet, Proposal, Status
from memoryweb.review import notices, paging
from memoryweb.review.http import NO_VERSION, PersonRequest, signed_in
from memoryweb.review.memories import facets, listing
from memoryweb.review.memories.filters import STATES, Filters
from memoryweb.review.memories.forms.memory import MemoryForm, field_choices
from memoryweb.review.notices import HAS_DETAILS, LEFT_AS_IS, actor, answer_many
from memoryweb.review.queue.questions import question_cards
from memoryweb.review.words.row_words import is_whole_in_list
from memoryweb.rules import fields

STATUSES = [(status, STATES[status]) for status in Status.values]
AT_ONCE = 200  # memories in one bulk action


@require_GET
@signed_in
def memories(request: PersonRequest) -> HttpResponse:
    filters = Filters.from_query(request.GET)
    if (day := paging.AsOf.from_text(request.GET.get("on", ""))).until:
        return _as_it_was(request, filters, day)
    page = listing.page(request.user, filters)
    return render(
        request,
        "memories/memories.html",
        {"page": page, "totals": facets.totals(request.user), "yesterday": timezone.localdate() - timedelta(days=1)},
    )


def _as_it_was(request: PersonRequest, filters: Filters, day: paging.AsOf) -> HttpResponse:
    """Show the list as it was at the end of a past day. It shows versions, so nothing can be done to them."""
    assert day.until
    status = filters.state if filters.state in Status.values else Status.ACTIVE
    rows = history.as_of(
        request.user,
        day.until,
        limit=listing.PAGE + 1,
        status=status,
        category=filters.category,
        kind=filters.kind,
        before=paging.parse_cursor(filters.cursor, paging.parse_version),
    )
    last = rows[listing.PAGE - 1] if len(rows) > listing.PAGE else None
    cursor = paging.format_cursor(last.history_date, last.history_id) if last else ""
    older = filters.url(on=day.text, cursor=cursor) if last else ""
    context = {"on": day, "versions": rows[: listing.PAGE], "older": older, "filters": filters, "status": status}
    return render(request, "memories/as_it_was.html", context | {"statuses": STATUSES, "kinds": Kind.choices})


@signed_in
def add(request: PersonRequest) -> HttpResponse:
    """Ask what the memory is about, then show the inputs for it: two plain pages, which htmx makes one."""
    sent = request.POST if request.method == "POST" else request.GET
    field = fields.fields_by_key().get(sent.get("field", ""))
    form = MemoryForm(request.POST or None, field=field, person=request.user)
    context = {"form": form, "field": field, "fields": field_choices(), "categories": fields.CATEGORIES}
    for name in form.fields.keys() - {"label", "choice"}:  # another field keeps what was typed into the rest
        form.fields[name].widget.attrs["hx-preserve"] = "true"
    if request.method != "POST":
        return render(request, "memories/add.html", context)
    if not form.is_valid():
        return render(request, "memories/add.html", context, status=422)
    try:
        outcome = actions.remember(form.statement(), by=actor(request), now=timezone.now())
    except actions.Invalid as error:
        form.add_error(error.field if error.field in form.fields else None, error.reason)
        return render(request, "memories/add.html", context, status=422)
    if outcome.memory is None and outcome.name in notices.NOTHING_DONE:
        form.add_error(None, notices.sentence_about(outcome))
        return render(request, "memories/add.html", context, status=422)
    notices.queue_notice(request, notices.sentence_about(outcome), undo=outcome.act)
    only = outcome.memory if not outcome.others else None
    return redirect("review:memory", only.pk) if only else redirect("review:memories")


def ticked_memories(request: PersonRequest) -> MemoryQuerySet:
    """Return the ticked memories that are this person's. Anything else in the list is ignored."""
    return Memory.objects.of(request.user).filter(pk__in=shown_memories(request)).order_by("pk")


def shown_memories(request: PersonRequest) -> dict[UUID, str]:
    """Return the versions of the ticked memories, as the page showed them."""
    return paging.parse_versions(request.POST.getlist("memory")[:AT_ONCE])


def _answer_nothing_ticked(request: PersonRequest) -> HttpResponse:
    notice = notices.notice(_("Tick the memories first."), warning=True)
    return notices.answer_with(request, notice, then=reverse("review:memories"))


def _is_yes(memory: Memory) -> bool:
    """Return whether to confirm it says yes to anything: what the person confirmed already stays as it is."""
    return memory.is_live and (memory.confirmed_at is None or memory.contested)


@require_POST
@signed_in
def confirm_many(request: PersonRequest) -> HttpResponse:
    """Confirm the ticked memories as the page showed them.

    Those of which a row does not show all that a yes covers are left for the person to open.
    """
    ticked = list(ticked_memories(request))
    rivals.read_ended(ticked)
    waiting = Proposal.objects.of(request.user).open().filter(memory__in=ticked, memory__status=Status.CANDIDATE)
    cards = question_cards(waiting.select_related("memory", "agent"))
    unseen = {
        choice.proposal.memory_id for card in cards if not (card.is_new and card.is_plain) for choice in card.choices
    }
    unseen |= {each.pk for each in ticked if _is_yes(each) and not is_whole_in_list(each)}
    by, now, versions = actor(request), timezone.now(), shown_memories(request)
    outcomes = [
        actions.Outcome.unchanged(each, "")
        if each.pk in unseen
        else actions.confirm(each.pk, by=by, now=now, version=versions[each.pk] or NO_VERSION)
        for each in ticked
    ]
    if not outcomes:
        return _answer_nothing_ticked(request)
    left = HAS_DETAILS if unseen else LEFT_AS_IS
    return answer_many(request, outcomes, done=_("confirmed."), then=reverse("review:memories"), left=left)


@require_POST
@signed_in
def expire_many(request: PersonRequest) -> HttpResponse:
    ids = list(ticked_memories(request).values_list("pk", flat=True))
    outcomes = [actions.expire(pk, by=actor(request), now=timezone.now()) for pk in ids]
    if not outcomes:
        return _answer_nothing_ticked(request)
    return answer_many(request, outcomes, done=_("no longer used."), then=reverse("review:memories"))


@require_POST
@signed_in
def erase_many(request: PersonRequest) -> HttpResponse:
    """Erase the ticked memories, after asking on a page of its own, because there is no Undo."""
    ticked = list(ticked_memories(request))
    if not ticked:
        return _answer_nothing_ticked(request)
    if request.POST.get("sure") != "yes":
        return render(request, "memories/erase.html", {"memories": ticked, "action": reverse("review:erase_many")})
    receipt = erasure.erase_many([memory.pk for memory in ticked], by=actor(request), now=timezone.now())
    return redirect("review:erasure", receipt.pk)
