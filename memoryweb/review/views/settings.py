"""Settings: what a person decides about their memory, in force at once."""

from django.conf import settings as django_settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from memoryweb.learning import budget, llm, window
from memoryweb.people.models import MemorySettings
from memoryweb.review import deciding, notices
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.rules import policy


@signed_in
def settings(request: PersonRequest) -> HttpResponse:
    decided = MemorySettings.for_person(request.user.pk)
    form = deciding.SettingsForm(request.POST or None, instance=decided, person=request.user)
    context = {"form": form, "table": _table(decided)}
    if llm.is_configured():
        meter = budget.month_meter(request.user.pk, decided, now=timezone.now())
        context |= {"meter": meter, "model": django_settings.EXTRACTION}
    if request.method != "POST":
        return render(request, "review/settings.html", context)
    if not form.is_valid():
        return render(request, "review/settings.html", context, status=422)
    decided.save(update_fields=form.changed_data)  # and nothing that somebody else changed meanwhile
    window.trim(request.user.pk, now=timezone.now())
    notices.leave(request, _("Saved. It counts from now on."))
    return redirect("review:settings")


def _table(decided: MemorySettings) -> list[tuple[str, str, str]]:
    """SPEC §3's table as it is in force: what happens to something new, by source and trust."""
    rows = (
        (_("You said “always” or “remember”"), policy.Source.INSTRUCTION, True),
        (_("You said or corrected it"), policy.Source.CORRECTION, False),
        (_("An agent noticed or concluded it"), policy.Source.INFERENCE, False),
    )

    def becomes(source: policy.Source, always: bool, trust: str) -> str:
        return policy.new_memory_outcome(
            source=source, says_always=always, by_person=False, trust=trust, confirm_new=decided.confirm_new
        ).value

    return [
        (label, becomes(source, always, "ask"), becomes(source, always, "trusted")) for label, source, always in rows
    ]
