"""Settings: what a person decides about their memory. A change applies at once."""

from django.conf import settings as django_settings
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST
from django_htmx.http import reswap, retarget

from memoryweb.communities import reading
from memoryweb.demo.models import ExampleMonth
from memoryweb.learning import budget, llm, window
from memoryweb.people.models import MemorySettings, time_zones
from memoryweb.review import notices
from memoryweb.review.communities import community_pages
from memoryweb.review.history import log
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.settings.account import Account
from memoryweb.review.settings.forms.settings import SettingsForm
from memoryweb.rules import policy


@signed_in
def settings(request: PersonRequest) -> HttpResponse:
    """Show the settings as separate forms, and save the sent one, or all."""
    memory_settings = MemorySettings.for_person(request.user.pk)
    if request.method != "POST":
        return _show(request, SettingsForm(instance=memory_settings, person=request.user))
    names = request.POST.getlist("setting")
    form = SettingsForm(request.POST, instance=memory_settings, person=request.user, only=names)
    if not form.is_valid():
        return _complain(request, form, names)
    changed = list(form.changed_data)
    if "time_zone" in (*names, *changed):  # who sends it has chosen it, also where it stays as it was
        memory_settings.time_zone_chosen = True
        changed.append("time_zone_chosen")
    # Only what changed here, so that another open page's changes stay.
    memory_settings.save(update_fields=changed)
    window.trim(request.user.pk, now=timezone.now())
    return _answer(request, form, names)


@require_POST
@signed_in
def answer_zone(request: PersonRequest) -> HttpResponse:
    """Use the time zone that the browser told, or keep the one that is set. It is asked once: either is an answer."""
    memory_settings, told = MemorySettings.for_person(request.user.pk), request.POST.get("zone", "")
    is_used = "use" in request.POST and told in time_zones()
    if is_used:
        memory_settings.time_zone = told
    memory_settings.time_zone_chosen = True
    memory_settings.save(update_fields=["time_zone", "time_zone_chosen"])
    if is_used:
        text = _("Your time zone is %(zone)s.")
    elif "use" in request.POST:
        text = _("memoryweb does not know that time zone, so it stays %(zone)s. Settings has a list.")
    else:
        text = _("Your time zone stays %(zone)s. You can change it in Settings.")
    shown = notices.notice(text % {"zone": memory_settings.time_zone}, undo=notices.act_of(request))
    return notices.answer_with(request, shown, then=reverse("review:review"), changed="settings-changed")


def _answer(request: PersonRequest, form: SettingsForm, names: list[str]) -> HttpResponse:
    """Tell what is saved; with it go the forms that show something else, such as an error that was corrected."""
    told = notices.notice(form.saved(), undo=notices.act_of(request))
    response = notices.answer_with(request, told, then=reverse("review:settings"), changed="settings-changed")
    if request.htmx and "redraw" in request.POST:
        shown = SettingsForm(instance=form.instance, person=request.user)
        for name in filter(shown.fields.__contains__, names):
            context = {"field": shown[name], "is_beside": True}
            response.write(render_to_string("settings/_setting.html", context, request))
    return response


def _show(request: PersonRequest, form: SettingsForm, status: int = 200) -> HttpResponse:
    """Show the page; `form` holds all settings, or some that were sent and need a correction."""
    saved = MemorySettings.for_person(request.user.pk)
    context = {"form": form, "table": _new_memory_table(saved), "example": ExampleMonth.objects.exists()}
    context |= {"account": Account.from_person(request.user), "changes": log.setting_lines(request.user)}
    context["communities"] = community_pages.joined_by(request.user)
    context["shared_count"] = reading.shared_by(request.user).count()
    if llm.is_configured():
        meter = budget.month_meter(request.user.pk, saved, now=timezone.now())
        context |= {"meter": meter, "model": django_settings.EXTRACTION}
    return render(request, "settings/settings.html", context, status=status)


def _complain(request: PersonRequest, form: SettingsForm, names: list[str]) -> HttpResponse:
    """Show a setting's error, in place or on the full page."""
    if request.htmx and names:
        response = render(request, "settings/_setting.html", {"field": form[names[0]]}, status=422)
        return retarget(reswap(response, "outerHTML"), f"#setting-{names[0]}")
    if names:
        saved = MemorySettings.for_person(request.user.pk)
        form = SettingsForm(instance=saved, person=request.user, sent=form)
    return _show(request, form, status=422)


OUTCOMES = {  # in the words of the page
    policy.OutcomeName.PROPOSED: gettext_lazy("you are asked"),
    policy.OutcomeName.SAVED: gettext_lazy("used at once"),
    policy.OutcomeName.NOTED: gettext_lazy("kept as a note"),
}


def _new_memory_table(memory_settings: MemorySettings) -> list[tuple[str, str, str]]:
    """Return what happens to a new memory by source and trust: the table of docs/rules.md under these settings."""
    rows = (
        (_("You told an agent"), policy.Source.INSTRUCTION),
        (_("You corrected an agent"), policy.Source.CORRECTION),
        (_("An agent noticed or concluded it"), policy.Source.INFERENCE),
    )

    def outcome(source: policy.Source, trust: str) -> str:
        has_yes = policy.gives_standing_yes(
            trust=trust, confirm_new=memory_settings.confirm_new, source=source, is_assumed=False
        )
        return str(OUTCOMES[policy.new_memory_outcome(source=source, role=policy.Role.AGENT, has_standing_yes=has_yes)])

    return [(label, outcome(source, "ask"), outcome(source, "trusted")) for label, source in rows]
