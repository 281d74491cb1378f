"""The forms of sharing: the words as the others will read them, an appeal, and a report."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from django import forms
from django.utils.translation import gettext as now_translated
from django.utils.translation import gettext_lazy as _

from memoryweb.communities.models import Reason
from memoryweb.communities.sharing import NotPossible, Refused, Words
from memoryweb.language.filing import known_fields
from memoryweb.language.sharing import looks_private
from memoryweb.memories.actions.types import Invalid
from memoryweb.people.models import Membership
from memoryweb.review.forms.guarded import GuardedForm
from memoryweb.review.forms.text_field import TextField
from memoryweb.rules import fields, limits, moderation

NAMED, MEMBER = "name", "member"
Done = TypeVar("Done")


class AttemptForm(GuardedForm):
    """A form whose action may still refuse: then that is an error of the form, which keeps its text."""

    def attempt(self, act: Callable[[], Done]) -> Done | None:
        """Run the action and return its result; None with a form error if refused."""
        try:
            return act()
        except Invalid as error:
            self.add_error(error.field if error.field in self.fields else None, error.reason)
        except (Refused, NotPossible) as error:
            self.add_error(None, str(error))
        return None


class WordsForm(AttemptForm):
    """Words to share with a community, the shown name, and the author's reason."""

    statement = TextField(rows=2, label=_("They will read"), max_length=moderation.STATEMENT_MAX)
    details = TextField(rows=4, label=_("Details (optional)"), max_length=moderation.DETAILS_MAX)
    category = forms.CharField(
        label=_("Category (optional)"),
        max_length=limits.CATEGORY_MAX,
        required=False,
        help_text=_("Agents get it with the words."),
    )
    key = forms.CharField(widget=forms.HiddenInput, required=False)  # which the page names; it goes with its category
    reason = TextField(rows=2, label=_("Why? (optional, for the moderators)"), max_length=moderation.WORDS_MAX)
    shown_as = forms.ChoiceField(label=_("Shown as"), widget=forms.RadioSelect, initial=MEMBER)

    field_order = ("community", "statement", "details", "category", "shown_as", "reason")

    def __init__(self, *args: Any, words: Words, memberships: Sequence[Membership] = (), **kwargs: Any) -> None:
        initial = {name: getattr(words, name) for name in ("statement", "details", "reason", "key")}
        initial["category"] = words.category.replace("_", " ")
        super().__init__(*args, **{"initial": initial, **kwargs})
        self.base, self.memberships = words, memberships
        self.fields["statement"].required = True
        names = {each.name for each in memberships if each.name}
        if not names:
            del self.fields["shown_as"]
            return
        name = names.pop() if len(names) == 1 else now_translated("My name there")
        self.fields["shown_as"].choices = [(NAMED, name), (MEMBER, _("A member"))]  # type: ignore[attr-defined]

    def clean_statement(self) -> str:
        """Return the sentence in one line."""
        return " ".join(self.cleaned_data["statement"].split())

    @property
    def is_named(self) -> bool:
        return self.cleaned_data.get("shown_as") == NAMED

    def words(self) -> Words:
        """Return exactly the words that were sent: what the page did not show is not shared."""
        data = self.cleaned_data
        texts = {name: data[name] for name in ("statement", "details", "reason", "category")}
        is_same = known_fields.slugify(data["category"]) == self.base.category and data["key"] == self.base.key
        return replace(self.base, **texts, key=self.base.key if is_same else "")

    @property
    def about(self) -> str:
        """Return the name of the known field that it is about, which agents get with its category."""
        field = fields.fields_by_key().get(self.base.key)
        return field.label if field else self.base.key

    def private_parts(self, *also: str) -> list[str]:
        """Return what reads private in the words as they stand now."""
        texts = [str(self[name].value() or "") for name in ("statement", "details")]
        return looks_private.private_parts(*texts, also=also)


class ShareForm(WordsForm):
    """The words of a private memory, and with which community to share them."""

    community = forms.ChoiceField(label=_("With whom"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, labels: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(labels) < 2:
            del self.fields["community"]
        else:
            self.fields["community"].choices = list(labels.items())  # type: ignore[attr-defined]

    @property
    def membership(self) -> Membership:
        """Return the membership of the chosen community, or the only one."""
        chosen = self.cleaned_data.get("community")
        return next(each for each in self.memberships if not chosen or str(each.community_id) == chosen)


class AppealForm(AttemptForm):
    words = TextField(rows=3, label=_("Why should they look at it again?"), max_length=moderation.WORDS_MAX)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["words"].required = True


class ReportForm(AttemptForm):
    reason = forms.ChoiceField(
        label=_("What is wrong with it?"),
        widget=forms.RadioSelect,
        choices=[(reason.value, Reason(reason).label) for reason in moderation.REPORT_REASONS],
    )
    words = TextField(rows=3, label=_("In your own words (optional)"), max_length=moderation.WORDS_MAX)
