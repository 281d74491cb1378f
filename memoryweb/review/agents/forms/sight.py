"""Forms for an agent's visible categories: a box per category, and one choice for all others."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django import forms
from django.db.models import F, Func
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from memoryweb.agents.models import Agent, Sight, SightMode
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.review.words.category_names import category_name

SIGHT_MODES = [(SightMode.ALL_BUT, _("It may see them")), (SightMode.ONLY, _("It may not see them"))]


class SightFields(forms.Form):
    """A box per category and the choice for all others, with their values when the page was drawn.

    Another page may change the same agent meanwhile, and a new category may come. So only what the person changed on
    this page is changed: hidden fields say which boxes there were and which of them were ticked.
    """

    categories = forms.MultipleChoiceField(label=_("It may see"), required=False, widget=forms.CheckboxSelectMultiple)
    sight = forms.ChoiceField(label=_("Other categories, now and later"), choices=SIGHT_MODES, widget=forms.RadioSelect)
    shown = forms.Field(required=False, widget=forms.MultipleHiddenInput)
    were_ticked = forms.Field(required=False, widget=forms.MultipleHiddenInput)
    sight_was = forms.CharField(required=False, widget=forms.HiddenInput)

    def show_sight(self, names: Sequence[str], *, allowed: Iterable[str], mode: str) -> None:
        """Draw a box for each of these categories, ticked if it is allowed."""
        self.names, ticked = names, [category_code(name) for name in allowed]
        self.fields["categories"].choices = category_choices(names)  # type: ignore[attr-defined]
        self.fields["shown"].initial = [category_code(name) for name in names]
        for field, initial in (("categories", ticked), ("were_ticked", ticked), ("sight", mode), ("sight_was", mode)):
            self.fields[field].initial = initial

    def keep_sight(self, agent: Agent) -> None:
        """Keep the person's word on each category shown; a new one follows the choice for other categories.

        A box that the person left as it was stays as it is now. Without the hidden fields every box counts.
        """
        if not (mode := self.cleaned_data["sight"]):
            return
        data, ticked = cast(QueryDict, self.data), set(self.cleaned_data["categories"])
        names = self.names
        if "shown" in data:
            names = [name for name in names if category_code(name) in data.getlist("shown")]
            changed = ticked ^ set(data.getlist("were_ticked"))
            allowed = {category_code(name) for name in allowed_categories(agent, names)}
            ticked = (ticked & changed) | (allowed - changed)
            mode = agent.sight if mode == data.get("sight_was") else mode
        agent.set_sight({name: category_code(name) in ticked for name in names}, mode)


class SightForm(SightFields):
    """Which categories of memories an agent may read: one box for each that the person has memories in."""

    def __init__(self, *args: Any, agent: Agent, categories: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.agent = agent
        names = sorted({*categories, *Sight.objects.filter(agent=agent).values_list("category", flat=True)})
        self.show_sight(names, allowed=allowed_categories(agent, names), mode=agent.sight)

    def save(self) -> None:
        self.keep_sight(self.agent)


class CategoryForm(forms.Form):
    """One category that the person has memories in, or has decided about, to allow or block."""

    category = forms.ChoiceField()

    def __init__(self, *args: Any, agent: Agent, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        decided = Sight.objects.filter(agent__person_id=agent.person_id).values_list("category", flat=True)
        names = {*categories_of(agent.person), *FIRST_CATEGORIES, *decided}
        self.fields["category"].choices = category_choices(names)  # type: ignore[attr-defined]

    @property
    def name(self) -> str:
        return str(self.cleaned_data["category"]).removeprefix(CODE)


CODE = "c-"
FIRST_CATEGORIES = ("communication", "technical", "content", "schedule", "personal", "dietary")  # before any memory


def categories_of(person: User) -> list[str]:
    """Return every category that the person's memories were said under or are filed under."""
    live = Memory.objects.of(person).live()
    names = live.values_list("category").union(
        live.exclude(said_category="").values_list("said_category"),
        live.exclude(said_under=[]).values_list(Func(F("said_under"), function="unnest")),
    )
    return [name for (name,) in names]


def allowed_categories(agent: Agent, names: Iterable[str]) -> list[str]:
    """Return the categories visible to the agent."""
    word = dict(Sight.objects.filter(agent=agent).values_list("category", "allowed"))
    return [name for name in names if word.get(name, agent.sight == SightMode.ALL_BUT)]


def category_code(category: str) -> str:
    """Return a category as the value of its box: a box without a value would look like one that is not ticked."""
    return f"{CODE}{category}"


def category_choices(names: Iterable[str]) -> list[tuple[str, str]]:
    return [(category_code(name), category_name(name)) for name in names]
