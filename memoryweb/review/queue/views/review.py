"""Review, which is home: what waits for the person, what came into use without asking, and what fades."""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Window
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from memoryweb.communities.membership import memberships_of
from memoryweb.memories import forecast
from memoryweb.memories.models import Conflict, Proposal, Refusal
from memoryweb.recall import receipts
from memoryweb.review.communities import desk_page, shared_pages
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.queue import cards, onboarding, questions, trust_offer, unasked

AT_ONCE = 20  # questions on one page; the next ones appear as these are answered


@require_GET
@signed_in
def review(request: PersonRequest) -> HttpResponse:
    now = timezone.now()
    memberships = list(memberships_of(request.user).select_related("person"))
    sharing = shared_pages.waiting(request.user, memberships)
    context = _waiting(request, now, sharing) | _beside(request, now) | sharing
    return render(request, "queue/review.html", context | {"desks": desk_page.desks(memberships)})


def _waiting(request: PersonRequest, now: datetime, sharing: dict[str, Any]) -> dict[str, Any]:
    """Return the person's waiting questions. `version` changes with any of them, so a poll redraws nothing else."""
    rows = Proposal.objects.of(request.user).open().select_related("memory", "agent").order_by("created_at", "id")
    # Counted with the rows: an answer that came between two statements would be missing in one of them.
    counted = list(rows.annotate(open_in_all=Window(Count("pk")))[:AT_ONCE])
    open_in_all = vars(counted[0])["open_in_all"] if counted else 0
    question_cards = questions.question_cards(counted, shows_close=True)
    conflicts = Conflict.objects.of(request.user)
    due = (
        conflicts.waiting(now.date()).order_by("created_at", "pk").prefetch_related("members__memory__evidence__agent")
    )
    conflict_cards = cards.conflict_cards(due[:AT_ONCE])
    shown = [card.version + "".join(each.value for each in card.close) for card in question_cards]
    shown += [f"{card.conflict.pk}{card.version}" for card in conflict_cards]
    shown += [str(each.contribution.pk) for each in sharing.get("suggestions", ())]
    shown += [str(each.decision.pk) for each in sharing.get("warnings", ())]
    offered = trust_offer.agent_to_trust(request.user)
    shown.append(str(offered.pk) if offered else "")
    return {
        "questions": question_cards,
        "groups": questions.by_agent(question_cards),
        "conflicts": conflict_cards,
        "beyond": max(0, open_in_all - sum(len(card.choices) for card in question_cards)),
        "put_off": conflicts.open().filter(later_until__gt=now.date()).count(),
        "version": hashlib.sha256(" ".join(shown).encode()).hexdigest()[:16],
        "trust_offer": offered,
    }


def _beside(request: PersonRequest, now: datetime) -> dict[str, Any]:
    """Return what stands beside the questions. The clock counts UTC days."""
    person, settings = request.user, request.memory_settings
    yesterday = now - timedelta(days=1)
    return {
        "start": onboarding.steps(person, now=now),
        "unasked": unasked.unasked(person, now=now),
        "fading": forecast.fading(person, now.date(), settings),
        "still_true": forecast.still_true(person, now.date(), settings),
        "last_night": forecast.activity_since(person, yesterday),
        "overflow": receipts.must_haves_left_out(person, yesterday),
        "refusals": Refusal.objects.filter(person=person, day=timezone.localdate()).order_by("category"),
    }
