"""The list of memories, and what can be done to several at once."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from memoryweb.memories import actions, erasure, history
from memoryweb.memories.models import Kind, Memory, MemoryQuerySet, Source, Status
from memoryweb.review import as_of, forms, listing, notices
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.notices import actor, answer_many
from memoryweb.rules import fields

AT_ONCE = 200  # memories one bulk verb takes


@require_GET
@signed_in
def memories(request: PersonRequest) -> HttpResponse:
    filters = listing.Filters.of(request.GET)
    if (day := as_of.AsOf.from_text(request.GET.get("on", ""))).until:
        return _as_it_was(request, filters, day)
    page = listing.page(request.user, filters)
    return render(
        request,
        "review/memories.html",
        {"page": page, "totals": listing.totals(request.user), "sources": Source.choices},
    )


def _as_it_was(request: PersonRequest, filters: listing.Filters, day: as_of.AsOf) -> HttpResponse:
    """The same list at the end of a day of the past: versions, not rows; nothing can be done to them there."""
    assert day.until
    rows = history.as_of(
        request.user, day.until, limit=listing.PAGE + 1, status=filters.status, category=filters.category,
        kind=filters.kind, before=as_of.cursor(filters.cursor),
    )  # fmt: skip
    last = rows[listing.PAGE - 1] if len(rows) > listing.PAGE else None
    older = filters.url(on=day.text, cursor=as_of.cursor_of(last.history_date, last.history_id)) if last else ""
    context = {"on": day, "versions": rows[: listing.PAGE], "older": older, "filters": filters}
    return render(request, "review/as_it_was.html", context | {"statuses": Status.choices, "kinds": Kind.choices})


@signed_in
def add(request: PersonRequest) -> HttpResponse:
    """First what it is about, then the input that fits. Works as two plain pages; htmx makes it one."""
    asked = request.POST if request.method == "POST" else request.GET
    field = fields.fields_by_key().get(asked.get("field", ""))
    form = forms.MemoryForm(request.POST or None, field=field, person=request.user)
    context = {"form": form, "field": field, "fields": forms.field_choices(), "categories": fields.CATEGORIES}
    if request.method != "POST":
        return render(request, "review/add.html", context)
    if not form.is_valid():
        return render(request, "review/add.html", context, status=422)
    try:
        done = actions.remember(form.statement(), by=actor(request), now=timezone.now())
    except actions.Invalid as error:
        form.add_error(error.field if error.field in form.fields else None, error.reason)
        return render(request, "review/add.html", context, status=422)
    notices.leave(request, _(done.reason), undo=[done.version] if done.version else [])
    return redirect("review:memory", done.memory.pk) if done.memory else redirect("review:memories")


def chosen(request: PersonRequest) -> MemoryQuerySet:
    """The ticked memories that are this person's; anything else in the list is passed over."""
    ids = []
    for text in request.POST.getlist("memory")[:AT_ONCE]:
        try:
            ids.append(UUID(text))
        except ValueError:
            continue
    return Memory.objects.of(request.user).filter(pk__in=ids).order_by("pk")


def _nothing_chosen(request: PersonRequest) -> HttpResponse:
    nothing = notices.notice(_("Tick the memories first."), warning=True)
    return notices.answer_with(request, nothing, then=reverse("review:memories"))


@require_POST
@signed_in
def confirm_many(request: PersonRequest) -> HttpResponse:
    ids = list(chosen(request).values_list("pk", flat=True))
    done = [actions.confirm(pk, by=actor(request), now=timezone.now()) for pk in ids]
    if not done:
        return _nothing_chosen(request)
    return answer_many(request, done, done=_("confirmed."), then=reverse("review:memories"))


@require_POST
@signed_in
def expire_many(request: PersonRequest) -> HttpResponse:
    ids = list(chosen(request).values_list("pk", flat=True))
    done = [actions.expire(pk, by=actor(request), now=timezone.now()) for pk in ids]
    if not done:
        return _nothing_chosen(request)
    return answer_many(request, done, done=_("expired."), then=reverse("review:memories"))


@require_POST
@signed_in
def erase_many(request: PersonRequest) -> HttpResponse:
    """Asks on its own page first: this is the one verb without Undo."""
    ticked = list(chosen(request))
    if not ticked:
        return _nothing_chosen(request)
    if request.POST.get("sure") != "yes":
        return render(request, "review/erase.html", {"memories": ticked, "action": reverse("review:erase_many")})
    for memory in ticked:
        erasure.erase(memory.pk, by=actor(request), now=timezone.now())
    return redirect("review:erasures")


@require_POST
@signed_in
def undo(request: PersonRequest) -> HttpResponse:
    """Take back the named versions, the newest first."""
    versions = sorted({int(v) for v in request.POST.getlist("version") if v.isdecimal() and len(v) < 19}, reverse=True)
    done = []
    for version in versions[:AT_ONCE]:
        try:
            done.append(actions.undo(version, by=actor(request), now=timezone.now()))
        except Memory.DoesNotExist:
            continue
    if len(done) == 1:
        said = notices.notice(_(done[0].reason), warning=not done[0].version)
        return notices.answer_with(request, said, then=reverse("review:activity"))
    return answer_many(request, done, done=_("as before."), then=reverse("review:activity"))
