"""Words from right to left inside a sentence of ours stand in an element of their own."""

from django.utils.html import format_html

from memoryweb.review.direction import isolated
from tests.cases import for_each


@for_each(
    [
        ("Likes “tea” & milk", "Likes “tea” & milk"),  # the template escapes it
        ("المدينة: أسكن في بيروت.", "المدينة: أسكن في بيروت."),  # its element has a direction
        ("Drink: شاي & سكر", "Drink: <bdi>شاي &amp; سكر</bdi>"),
        ("Replace “أسكن في بيروت.”", "Replace “<bdi>أسكن في بيروت.</bdi>”"),
        ("Replace “شاي “tea” here”", "Replace “<bdi>شاي “tea” here</bdi>”"),
        ("Replace “شاي Never say “lev…”", "Replace “<bdi>شاي Never say “lev…</bdi>”"),
        ("“שלום!” is right", "“<bdi>שלום!</bdi>” is right"),
        ("“Drink: شاي”", "“<bdi>Drink: <bdi>شاي</bdi></bdi>”"),
        ("News: “PDF” or “ملف صوتي!”?", "News: “<bdi>PDF</bdi>” or “<bdi>ملف صوتي!</bdi>”?"),
        ("Tone: Friendly · شاي", "<bdi>Tone: Friendly</bdi> · <bdi>شاي</bdi>"),
        ("أحب “لولو” <b>", "أحب “لولو” &lt;b&gt;"),
    ]
)
def test_each_part_has_its_own_direction(text: str, shown: str) -> None:
    assert str(isolated(text)) == shown


def test_what_is_safe_stays_as_it_is() -> None:
    safe = format_html("<em>{}</em>", "شاي")
    assert isolated(safe) is safe
