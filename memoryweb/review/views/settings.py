"""Settings: what a person decides about their memory. A change applies at once."""

from django.conf import settings as django_settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from memoryweb.learning import budget, llm, window
from memoryweb.people.models import MemorySettings
from memoryweb.review import forms, notices
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.rules import policy


@signed_in
def settings(request: PersonRequest) -> HttpResponse:
    memory_settings = MemorySettings.for_person(request.user.pk)
    form = forms.SettingsForm(request.POST or None, instance=memory_settings, person=request.user)
    context = {"form": form, "table": _new_memory_table(memory_settings)}
    if llm.is_configured():
        meter = budget.month_meter(request.user.pk, memory_settings, now=timezone.now())
        context |= {"meter": meter, "model": django_settings.EXTRACTION}
    if request.method != "POST":
        return render(request, "review/settings.html", context)
    if not form.is_valid():
        return render(request, "review/settings.html", context, status=422)
    # Only what changed here, so that another open page's changes stay.
    memory_settings.save(update_fields=form.changed_data)
    window.trim(request.user.pk, now=timezone.now())
    notices.leave(request, _("Saved."), undo=notices.act_of(request))
    return redirect("review:settings")


def _new_memory_table(memory_settings: MemorySettings) -> list[tuple[str, str, str]]:
    """Return what happens to a new memory by source and trust: SPEC §3's table under these settings."""
    rows = (
        (_("You told an agent"), policy.Source.INSTRUCTION),
        (_("You corrected an agent"), policy.Source.CORRECTION),
        (_("An agent noticed or concluded it"), policy.Source.INFERENCE),
    )

    def outcome(source: policy.Source, trust: str) -> str:
        has_yes = policy.gives_standing_yes(
            trust=trust, confirm_new=memory_settings.confirm_new, source=source, is_assumed=False
        )
        return policy.new_memory_outcome(source=source, role=policy.Role.AGENT, has_standing_yes=has_yes).value

    return [(label, outcome(source, "ask"), outcome(source, "trusted")) for label, source in rows]
