"""Issue 2, "Must show" 7: a Memories page of one person's 100,000 memories costs what it costs at 100.

python -m tests.benchmarks.memories_page
"""

import sys

from tests.benchmarks.house import at_most, fill, house, interleaved, report

FEW, MANY, TIMES = 100, 100_000, 25
SLOWER, SEARCH_SLOWER = 1.5, 10.0


def main() -> bool:
    with house() as owner:
        from django.db import connection
        from django.test import Client
        from django.test.utils import CaptureQueriesContext

        from memoryweb.memories.models import Memory
        from memoryweb.operations import cursors
        from memoryweb.people.models import User
        from memoryweb.rls import scope

        def page(many: int) -> dict[str, tuple[Client, str]]:
            """The addresses of one person's first, deep and searched page, and of others that must not grow."""
            person = User.objects.create_user(f"{many}@example.org")
            fill(owner, [person.pk], many)
            client = Client()
            client.force_login(person)
            with scope.acting_as(person.pk):
                active = Memory.objects.of(person).active().order_by("-changed_at", "-id")
                deep = cursors.cursor_after(active[len(active) // 2] if many > FEW else active[5])
            ways = {
                "first": "",
                "deep": f"?cursor={deep}",
                "searched": "?q=report",
                "searched for two": "?q=report+meet",
                "searched for nothing": "?q=zebra",
                "narrowed": "?category=technical&kind=rule",
                "by source": "?source=weak",
                "candidates": "?status=candidate",
                "archived": "?status=archived",
            }
            return {f"{way} at {many}": (client, f"/memories/{query}") for way, query in ways.items()}

        def get(client: Client, address: str) -> None:
            assert client.get(address).status_code == 200

        def queries(client: Client, address: str) -> int:
            with CaptureQueriesContext(connection) as captured:
                get(client, address)
            return len(captured)

        pages = page(FEW) | page(MANY)
        took = interleaved({n: lambda at=at: get(*at) for n, at in pages.items()}, TIMES)
        asked = {name: queries(*at) for name, at in pages.items()}
        good = []
        for name in pages:
            way, _, many = name.partition(" at ")
            if int(many) == FEW:
                continue
            bar = max(asked[f"{way} at {FEW}"], asked[f"first at {FEW}"])  # among the few, a way may show no row
            good.append(at_most(f"memories page, {way}: queries at {MANY}", asked[name], "queries", bar))
            good.append(at_most(f"memories page, {way}: time at {MANY}", took[name], "ms", _bar(way, took)))
        for way in ("first", "searched"):
            report(f"memories page, {way}: time at {FEW}", took[f"{way} at {FEW}"], "ms", 0, ok=True)
        return all(good)


def _bar(way: str, took: dict[str, float]) -> float:
    """Against the first page, which shows as many rows: at 100, or for a searched one at 100,000."""
    if way.startswith("searched"):
        return round(took[f"first at {MANY}"] * SEARCH_SLOWER, 3)
    return round(took[f"first at {FEW}"] * SLOWER, 3)


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
