"""Receipts of erasures, and a search to check that nothing is left."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET

from memoryweb.language.mentions.topics import Topic
from memoryweb.memories.erasing import erasure as erasing
from memoryweb.memories.erasing import topics
from memoryweb.memories.models import Erasure
from memoryweb.review.http import PersonRequest, get_own_or_404, signed_in
from memoryweb.review.memories import disk_status, topic_results
from memoryweb.rules import limits

AT_ONCE = 100


@require_GET
@signed_in
def erasures(request: PersonRequest) -> HttpResponse:
    return render(
        request, "memories/erasures.html", {"erasures": Erasure.objects.filter(person=request.user)[:AT_ONCE]}
    )


@sensitive_post_parameters("text")
@signed_in
def erasure(request: PersonRequest, pk: UUID) -> HttpResponse:
    """Show the receipt. A POST searches everywhere for a text, which is kept in no URL, log or session."""
    receipt = get_own_or_404(request, Erasure, pk)
    text = request.POST.get("text", "").strip()[: limits.ERASE_TEXT_MAX]
    context = {"erasure": receipt, "receivers": topic_results.receivers_on(receipt), "text": text}
    context |= {"removed": topic_results.removed_rows(receipt), "on_disk": disk_status.sentences(receipt)}
    if request.method != "POST":
        checked, kept = topic_results.store_counts(receipt.checked), topic_results.kept_places(request.user, receipt)
        return render(request, "memories/erasure.html", context | {"stores": checked, "left": kept})
    topic = Topic.from_text(text)
    again = _search_again(receipt, topic) if topic else {"is_short": True}
    return render(request, "memories/erasure.html", context | again, status=200 if topic else 422)


def _search_again(receipt: Erasure, topic: Topic) -> dict[str, object]:
    result = topics.check(receipt.person_id, topic)
    rows = topic_results.describe(result.places[: topic_results.LISTED], topic)
    is_same = bytes(receipt.fingerprint) == erasing.topic_fingerprint(receipt.person_id, topic)
    return {
        "hits": len(result.hits),
        "stores": topic_results.store_counts(result.counts),
        "left": list(rows.values()),
        "now": timezone.now(),
        "is_same": receipt.is_of_topic and is_same,
    }
