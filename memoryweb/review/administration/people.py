"""People, communities and memberships in the administration. Opening a person or a membership is logged for them."""

from typing import Any

from django.contrib.admin import display
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.decorators import action

from memoryweb.agents.overviews import revoke_everything
from memoryweb.memories import account_counts
from memoryweb.people import staff_acts
from memoryweb.people.models import CommunityOverview, MembershipOverview, User
from memoryweb.review.administration.pages import Act, Overview, confirm, parse_id
from memoryweb.review.administration.site import Administration


def link_to_person(person: User | None) -> SafeString:
    """Return a link to the person's counts; opening it is logged as a look."""
    if person is None:
        return format_html("–")
    return format_html('<a href="{}">{}</a>', reverse("admin:people_user_change", args=[person.pk]), person.email)


class PersonAdmin(Overview):
    opens = staticmethod(account_counts.open_for_staff)
    list_display = ("email", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email",)
    ordering = ("email",)
    fields = (
        "email",
        "is_active",
        "is_staff",
        "superuser",
        "date_joined",
        "last_login",
        "signed_out_at",
        "counts",
    )
    readonly_fields = ("superuser", "counts")
    actions_detail = ("deactivate", "reactivate", "revoke_everything")

    def get_actions_detail(self, request: HttpRequest, object_id: str) -> list[Any]:
        """Leave out closing a closed account, and opening an open one."""
        is_active = User.objects.filter(pk=parse_id(object_id), is_active=True).exists()
        left_out = "people_user_reactivate" if is_active else "people_user_deactivate"
        return [each for each in super().get_actions_detail(request, object_id) if each.action_name != left_out]

    @display(description=gettext_lazy("superuser"), boolean=True)
    def superuser(self, person: User) -> bool:
        return person.is_superuser

    @display(description=gettext_lazy("how much there is"))
    def counts(self, person: Any) -> SafeString:
        rows = (
            (
                f"{count.what}: {count.state}" if count.state else count.what,
                count.number,
                date_format(count.newest) if count.newest else "–",
            )
            for count in person.opened
        )
        head = (_("What"), _("How many"), _("Newest"))
        body = format_html_join("", '<tr><th scope="row">{}</th><td>{}</td><td>{}</td></tr>', rows)
        columns = format_html_join("", '<th scope="col">{}</th>', ((each,) for each in head))
        return format_html('<table class="counts"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>', columns, body)

    @action(description=gettext_lazy("Close the account"), url_path="deactivate")  # type: ignore[untyped-decorator]
    def deactivate(self, request: HttpRequest, object_id: str) -> HttpResponse:
        person = get_object_or_404(User, pk=parse_id(object_id))
        act = Act(
            title=_("Close this account?"),
            consequences=_(
                "Nobody can sign in to it, its open sessions end, and its agents get no answer. Nothing is deleted, and"
                " you can open it again. The person sees in their settings that you did this."
            ),
            button=_("Close the account"),
            done=_("The account is closed."),
        )
        return confirm(request, self, person, act, lambda: staff_acts.set_active(person.pk, active=False))

    @action(description=gettext_lazy("Open the account again"), url_path="reactivate")  # type: ignore[untyped-decorator]
    def reactivate(self, request: HttpRequest, object_id: str) -> HttpResponse:
        person = get_object_or_404(User, pk=parse_id(object_id))
        act = Act(
            title=_("Open this account again?"),
            consequences=_("The person can sign in, and agents that were not revoked get answers again."),
            button=_("Open the account"),
            done=_("The account is open."),
        )
        return confirm(request, self, person, act, lambda: staff_acts.set_active(person.pk, active=True))

    @action(description=gettext_lazy("Revoke everything"), url_path="revoke")  # type: ignore[untyped-decorator]
    def revoke_everything(self, request: HttpRequest, object_id: str) -> HttpResponse:
        person = get_object_or_404(User, pk=parse_id(object_id))
        act = Act(
            title=_("Revoke everything of this person?"),
            consequences=_(
                "All their agents lose their tokens, every browser is signed out, and sign-in links that were sent stop"
                " working. The person can sign in again and connect agents again. They see that you did this."
            ),
            button=_("Revoke everything"),
            done=_("Agents, sessions and sign-in links are revoked."),
        )

        def do() -> bool:
            revoke_everything(person.pk)
            return True

        return confirm(request, self, person, act, do)


class CommunityAdmin(Overview):
    list_display = ("id", "created_at", "moderation", "members", "moderators", "owners")
    ordering = ("-created_at",)


class MembershipAdmin(Overview):
    opens = staticmethod(staff_acts.open_membership)
    list_display = ("id", "community_id", "role")
    list_filter = ("role",)
    ordering = ("id",)
    fields = ("id", "community_id", "role", "person")
    readonly_fields = ("person",)

    @display(description=gettext_lazy("person"))
    def person(self, membership: Any) -> SafeString:
        return link_to_person(membership.opened)


def register(site: Administration) -> None:
    site.register(User, PersonAdmin)
    site.register(CommunityOverview, CommunityAdmin)
    site.register(MembershipOverview, MembershipAdmin)
