"""Files a sentence without label like a conversation would: label, category and, for a known field, key.

So what an agent has learned and what a file says of it meet, and a question in Review names more than the sentence.
"""

import re

from memoryweb.interchange.entry import Entry
from memoryweb.language import extraction
from memoryweb.rules import limits

USER = r"(?:(?:the )?user )"
VERBS = (
    "prefer|like|love|hate|dislike|enjoy|want|need|avoid|live|work|own|speak|play|use|drink|eat|learn|wake|take|goe|"
    "studie|run|read|write|teache|watche|drive|travel|collect|cook|cycle|commute|suffer|identifie|care"
)
FIRST_PERSON: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (r"(?:the )?user['’]s ", "My "),
        (rf"{USER}?is ", "I am "),
        (rf"{USER}?has ", "I have "),
        (rf"{USER}?does(?: not|n['’]t) ", "I don't "),
        (rf"{USER}(?=(?:can(?:not|['’]t)|would (?:like|rather)|used to) )", "I "),
        (r"(?=(?:can(?:not|['’]t)|would (?:like|rather)|used to) )", "I "),
        (r"(?:name is) ", "My name is "),
        (r"(?=(?:vegan|vegetarian|allergic to|married|divorced|retired|based in|born in|fluent in) ?)", "I am "),
        (r"用户(?:的(?=名字))?", "我"),
    )
)
VERB = re.compile(rf"(?:{USER}(?P<any>[a-z]+)s|(?P<known>{VERBS})s) ", re.IGNORECASE)


def describe(entry: Entry) -> extraction.Find | None:
    """Return how to file an entry of bare words; None if the file says it, or no form fits."""
    has_more = entry.label or entry.value or entry.category or entry.key or entry.kind or entry.condition
    if has_more or len(entry.details) != 1 or len(entry.details[0]) > limits.STATEMENT_MAX:
        return None
    return extraction.describe(in_first_person(entry.details[0]))


def in_first_person(text: str) -> str:
    """Return a line about "the user", or without a subject, as the person would say it: Prefers tea, I prefer tea."""
    for pattern, words in FIRST_PERSON:
        if match := pattern.match(text):
            rest = text[match.end() :]
            return words + (rest[:1].lower() + rest[1:] if words.startswith("I ") else rest)
    if match := VERB.match(text):
        verb = (match["any"] or match["known"]).lower()
        return f"I {_first_form(verb)} {text[match.end() :]}"
    return text


def _first_form(verb: str) -> str:
    """Return the first person of a third-person verb without its s: "studie" becomes "study"."""
    if verb.endswith("ie"):
        return f"{verb[:-2]}y"
    return verb[:-1] if verb.endswith(("che", "she", "sse", "xe", "oe")) else verb
