"""Erasing a topic everywhere: one search over all stored texts, and one receipt."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters

from memoryweb.language.mentions.topics import Topic
from memoryweb.memories.erasing import erasure, topics
from memoryweb.review.http import PersonRequest, signed_in
from memoryweb.review.memories import topic_results
from memoryweb.review.notices import actor
from memoryweb.rules import limits


@sensitive_post_parameters("words")
@signed_in
def erase_topic(request: PersonRequest) -> HttpResponse:
    """Show where a topic is mentioned, and erase what is ticked. Its words are in no URL, log or session."""
    words = request.POST.get("words", "")[: limits.ERASE_TEXT_MAX]
    topic = Topic.from_text(words)
    choice = _choice(request)
    if topic and request.POST.get("erase") and (choice.keys or choice.rest):
        receipt = erasure.erase_topic(topic, choice, by=actor(request), now=timezone.now())
        return redirect("review:erasure", receipt.pk)
    refused = request.method == "POST" and (not topic or "erase" in request.POST)
    return render(request, "memories/erase_topic.html", _context(request, topic, words), status=422 if refused else 200)


def _choice(request: PersonRequest) -> topics.Choice:
    listed = " ".join(request.POST.getlist("listed")).split()
    return topics.Choice(
        frozenset(request.POST.getlist("place")), frozenset(listed), frozenset(request.POST.getlist("rest"))
    )


def _context(request: PersonRequest, topic: Topic | None, words: str) -> dict[str, object]:
    context = {"words": words, "none_ticked": "erase" in request.POST}
    if not topic:
        return context | {"is_short": request.method == "POST"}
    result = topics.find(request.user.pk, topic)
    return context | {
        "topic": topic,
        "count": len(result.places),
        "groups": topic_results.groups(result),
        "receivers": topic_results.receivers(result),
    }
