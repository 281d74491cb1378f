"""Whether a text is English, as learned from texts in five languages."""

from memoryweb.language.heads import heads
from memoryweb.language.heads.features import features_of_letters

ENGLISH = "en"
READ_MAX = 200  # characters
HALF = 0.5


def is_english(text: str) -> bool:
    """Return whether a text is likelier English than anything else."""
    head = heads.load("language")
    likely = head.judge(features_of_letters([text[:READ_MAX]]))[0]
    return bool(likely[head.answers.index(ENGLISH)] >= HALF)
