"""Agents in the administration. Opening one says whose it is, and is logged for that person."""

from typing import Any

from django.contrib.admin import display
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.decorators import action

from memoryweb.agents import overviews
from memoryweb.agents.overviews import AgentOverview
from memoryweb.people.models import User
from memoryweb.review.administration.pages import Act, Overview, confirm, parse_id
from memoryweb.review.administration.people import link_to_person
from memoryweb.review.administration.site import Administration


class AgentAdmin(Overview):
    opens = staticmethod(overviews.open_for_staff)
    list_display = ("id", "trust", "of_community", "created_at", "last_used_at", "revoked_at")
    list_filter = ("trust", "of_community")
    ordering = ("-created_at",)
    fields = (
        "id",
        "person",
        "trust",
        "of_community",
        "created_at",
        "last_used_at",
        "expires_at",
        "paused_at",
        "revoked_at",
        "calls",
        "refused",
    )
    readonly_fields = ("person", "calls", "refused")
    actions_detail = ("revoke",)

    @display(description=gettext_lazy("person"))
    def person(self, agent: Any) -> SafeString:
        return link_to_person(User.objects.filter(pk=agent.opened.person_id).first())

    @display(description=gettext_lazy("calls in the access log"))
    def calls(self, agent: Any) -> int:
        return int(agent.opened.calls)

    @display(description=gettext_lazy("of these refused"))
    def refused(self, agent: Any) -> int:
        return int(agent.opened.refused)

    @action(description=gettext_lazy("Revoke"), url_path="revoke")  # type: ignore[untyped-decorator]
    def revoke(self, request: HttpRequest, object_id: str) -> HttpResponse:
        agent = get_object_or_404(AgentOverview, pk=parse_id(object_id))
        act = Act(
            title=_("Revoke this agent?"),
            consequences=_(
                "Its token stops working with its next call. What it wrote stays. Its person sees that you did this,"
                " and can connect it again."
            ),
            button=_("Revoke"),
            done=_("The agent is revoked."),
        )
        return confirm(request, self, agent, act, lambda: overviews.revoke_by_staff(agent.pk))


def register(site: Administration) -> None:
    site.register(AgentOverview, AgentAdmin)
