"""The forms of the moderation desk: one decision about one memory, and one about several."""

from datetime import UTC, datetime
from typing import Any, cast
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryweb.communities import decisions, sharing
from memoryweb.communities.decisions import Ruling
from memoryweb.communities.models import Decision, Reason, SharedMemory
from memoryweb.communities.sharing import Words
from memoryweb.language import sensitive
from memoryweb.language.filing import known_fields
from memoryweb.memories.actions.types import Invalid
from memoryweb.people.models import User
from memoryweb.review.forms.value import newlines
from memoryweb.rules import limits, moderation
from memoryweb.rules.moderation import DECISIONS, Verb

LABELS = {
    Verb.APPROVE: gettext_lazy("Approve"),
    Verb.EDIT: gettext_lazy("Save and approve"),
    Verb.SEND_BACK: gettext_lazy("Send back"),
    Verb.HIDE: gettext_lazy("Hide"),
    Verb.REMOVE: gettext_lazy("Remove"),
    Verb.WARN: gettext_lazy("Warn"),
    Verb.MERGE: gettext_lazy("Merge"),
}
ROW_MAX = 160  # characters of a sentence that a row of the queue shows
IN_BULK = (Verb.APPROVE, Verb.SEND_BACK, Verb.HIDE, Verb.REMOVE)
NEW_WORDS = ("statement", "details", "category")  # which an edit may change
NEVER = datetime.fromtimestamp(0, UTC)  # a form that does not say what it showed has shown nothing


def parse_moment(text: str) -> datetime:
    """Return when the words were written that a page showed."""
    try:
        return parse_datetime(text) or NEVER
    except ValueError:
        return NEVER


def check_reason(verb: str, reason: str) -> str:
    """Return why the reason doesn't fit this verb, or nothing."""
    if not reason:
        return _("Choose why. Every member can read it.")
    fitting = [f"“{Reason(each).label}”" for each in DECISIONS[Verb(verb)].reasons]
    if reason in DECISIONS[Verb(verb)].reasons:
        return ""
    return _("“%(reason)s” is no reason for “%(verb)s”. Choose %(fitting)s.") % {
        "reason": Reason(reason).label,
        "verb": LABELS[Verb(verb)],
        "fitting": _(" or ").join(fitting),
    }


def is_whole_in_row(shared: SharedMemory) -> bool:
    """Return whether a row of the queue shows all that members' agents would get: a short sentence and its category."""
    return not (shared.details or shared.key or shared.replaces_id) and len(shared.statement) <= ROW_MAX


class DecisionForm(forms.Form):
    """What a moderator decides about one memory: the verb, why, and for an edit the new words."""

    verb = forms.ChoiceField(choices=[(verb.value, verb.value) for verb in DECISIONS], required=False)
    into = forms.UUIDField(required=False)
    reason = forms.ChoiceField(choices=Reason.choices, required=False)
    words = forms.CharField(
        label=gettext_lazy("Anything to add?"),
        max_length=moderation.WORDS_MAX,
        required=False,
        help_text=gettext_lazy("Every member can read it."),
        widget=forms.Textarea({"rows": 2}),
    )
    statement = forms.CharField(
        label=gettext_lazy("One sentence"),
        max_length=moderation.STATEMENT_MAX,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )
    details = forms.CharField(
        label=gettext_lazy("More about it"),
        max_length=moderation.DETAILS_MAX,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )

    category = forms.CharField(label=gettext_lazy("Category"), max_length=limits.CATEGORY_MAX, required=False)

    def __init__(self, *args: Any, shared: SharedMemory, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.shared = shared
        shown = {name: getattr(shared, name) for name in NEW_WORDS}
        self.initial = {**shown, "category": shared.category.replace("_", " "), **self.initial}

    @property
    def has_new_words(self) -> bool:
        """Whether the sent words differ from the memory's."""
        return self.is_bound and any(
            newlines(self.data[name]).strip() != newlines(str(self.initial[name])).strip()
            for name in NEW_WORDS
            if name in self.data
        )

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("into") and not data.get("verb"):
            data |= {"verb": Verb.MERGE, "reason": moderation.Reason.DUPLICATE}  # the one reason that it can have
        verb = data.get("verb")
        if not verb or (verb == Verb.MERGE and not data.get("into")):
            raise forms.ValidationError(_("Choose what to do with it."))
        if "reason" in data and (wrong := check_reason(verb, data["reason"])):
            self.add_error("reason", wrong)
        if verb == Verb.APPROVE and self.has_new_words:
            self.add_error("statement", _("You changed the words. Choose “Save and approve”, or put them back."))
        if verb == Verb.EDIT and not self.has_new_words:
            self.add_error("statement", _("These are the same words. Change them, or approve it as it is."))
        return data

    def decide(self, *, by: User, now: datetime) -> Decision | None:
        """Carry out the decision; None if it cannot be, and the form says why. Raises NotPossible, DoesNotExist."""
        data, verb = self.cleaned_data, Verb(self.cleaned_data["verb"])
        into = self.kept_one(data["into"]) if verb == Verb.MERGE else None
        ruling = Ruling(verb=verb, reason=data["reason"], words=newlines(data["words"]))
        try:
            return decisions.decide(
                self.shared.pk,
                ruling,
                by=by,
                now=now,
                edited=self.edited() if verb == Verb.EDIT else None,
                into=into,
                seen=parse_moment(self.data.get("seen", "")),
            )
        except Invalid as error:
            self.add_error(error.field if error.field in self.fields else None, _(error.reason))
        except sharing.Refused as error:
            is_in_words = sensitive.inspect([ruling.words])
            self.add_error("words" if is_in_words else "statement", _(str(error)))
        return None

    def edited(self) -> Words:
        """Return the new words; another category is about no known field."""
        data, shared = self.cleaned_data, self.shared
        category = data["category"] if "category" in self.data else shared.category
        return Words(
            statement=newlines(data["statement"]),
            details=newlines(data["details"]),
            category=category,
            key=shared.key if known_fields.slugify(category) == shared.category else "",
            kind=shared.kind,
        )

    def kept_one(self, pk: UUID) -> SharedMemory:
        """Return what a merge keeps. Raises NotPossible if members no longer see it."""
        shown = SharedMemory.objects.in_community(self.shared.community_id).shown().exclude(pk=self.shared.pk)
        if (kept := shown.filter(pk=pk).first()) is None:
            raise sharing.NotPossible("The other one is not shown any more.")
        return kept


class SelectionForm(forms.Form):
    """One decision about the memories that are ticked, "id|when its words were written" each."""

    verb = forms.ChoiceField(choices=[(verb.value, LABELS[verb]) for verb in IN_BULK])
    reason = forms.ChoiceField(choices=Reason.choices, required=False)

    def ticked(self) -> dict[UUID, datetime]:
        """Return the ids that were ticked and when the words were written that their rows showed."""
        found: dict[UUID, datetime] = {}
        if not self.is_bound:
            return found
        for text in cast(QueryDict, self.data).getlist("item"):
            pk, _separator, at = text.partition("|")
            try:
                found[UUID(pk)] = parse_moment(at)
            except ValueError:
                continue
        return found

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if "verb" in data and "reason" in data and (wrong := check_reason(data["verb"], data["reason"])):
            self.add_error("reason", wrong)
        return data

    def decide(self, community: Any, *, by: User, now: datetime) -> list[Decision]:
        """Carry out the decision about those that are in this community; approve only what its row shows in full."""
        ruling = Ruling(verb=Verb(self.cleaned_data["verb"]), reason=self.cleaned_data["reason"])
        seen = self.ticked()
        theirs = SharedMemory.objects.in_community(community).filter(pk__in=list(seen)).defer("words", "vector")
        whole = {each.pk for each in theirs if ruling.verb != Verb.APPROVE or is_whole_in_row(each)}
        return decisions.decide_many([pk for pk in seen if pk in whole], ruling, by=by, now=now, seen=seen)
