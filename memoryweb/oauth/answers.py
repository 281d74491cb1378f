"""Answers to clients: JSON with one of OAuth's codes, whatever went wrong. A host that gets a page tries for ever."""

from django.http import HttpRequest, HttpResponse, JsonResponse

# Addresses that programs call. Elsewhere below /oauth/ a person answers, and gets a page.
FOR_CLIENTS = ("/.well-known/", "/oauth/token", "/oauth/revoke", "/oauth/register", "/oauth/introspect")


def is_of_client(request: HttpRequest) -> bool:
    return request.path.startswith(FOR_CLIENTS)


def answered(content: dict[str, object], status: int) -> HttpResponse:
    response = JsonResponse(content, status=status, json_dumps_params={"ensure_ascii": False})
    response["Cache-Control"] = "no-store"
    return response


def failed(error: str, text: str, status: int) -> HttpResponse:
    return answered({"error": error, "error_description": text}, status)


def only(methods: str) -> HttpResponse:
    response = failed("invalid_request", f"This address only takes {methods}.", 405)
    response["Allow"] = methods
    return response
