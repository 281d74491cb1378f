"""What policy.effective_importance says, said to PostgreSQL: one table of rates, two readers (SPEC §5)."""

from memoryweb.rules import policy

_RATES = " ".join(
    f"WHEN '{kind}' THEN {policy.hundredths_a_day(kind)}" for kind in policy.Kind if policy.hundredths_a_day(kind)
)


def importance_sql(today: str, of: str = "m") -> str:
    """An expression for the points (0–10) of the row named `of` on the date `today`, an SQL expression too."""
    faded = (
        f"CASE WHEN {of}.importance_assumed THEN 0"
        f" ELSE (CASE {of}.kind {_RATES} ELSE 0 END) * GREATEST(0, {today} - {of}.importance_as_of) END"
    )
    return f"(GREATEST(0, round({of}.importance_base * 100)::integer - {faded}) / 100.0::double precision)"
