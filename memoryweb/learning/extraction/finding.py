"""What is found in a message: one statement a person made about themselves."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Find:
    """What `remember` needs to know. `key` names the subject, never the value; `value` is None where it cannot be told.

    Lengths: details 1000, quote policy.QUOTE_MAX, label policy.LABEL_MAX characters at most.
    """

    details: str
    quote: str
    category: str
    label: str
    key: str
    value: object | None
    condition: str
    source: str
    kind: str
    tags: tuple[str, ...] = ()


FINDS_MAX = 20  # of one message: more is a pasted list, not a person talking
DETAILS_MAX = 1000  # characters; a longer "sentence" is no sentence
