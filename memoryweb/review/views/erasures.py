"""Receipts of what was erased, and the box that looks for what is left: nothing."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from memoryweb.memories import erasure as forgetting
from memoryweb.memories.models import Erasure

AT_ONCE = 100


@require_GET
@login_required
def erasures(request: HttpRequest) -> HttpResponse:
    return render(request, "review/erasures.html", {"erasures": Erasure.objects.filter(person=request.user)[:AT_ONCE]})


@login_required
def erasure(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A POST looks for a text everywhere at once; the text is in no URL, log or session."""
    receipt = get_object_or_404(Erasure.objects.filter(person=request.user), pk=pk)
    text = request.POST.get("text", "").strip()[:300]
    hits = sum(forgetting.search(text).values()) if text else None
    return render(request, "review/erasure.html", {"erasure": receipt, "hits": hits, "text": text})
