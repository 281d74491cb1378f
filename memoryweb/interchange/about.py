"""Tells what a line of somebody's notes is about: the person, a project, a log of work, or an agent's own persona.

Notes have no marks for that, so the words of the line and of the headings above it decide.
"""

import re
from collections.abc import Sequence

from memoryweb.interchange.entry import About
from memoryweb.rules import classifier
from memoryweb.rules.policy import Kind

LASTING = (Kind.RULE, Kind.GOAL, Kind.HABIT, Kind.PREFERENCE)


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{'|'.join(parts)})(?![a-z])", re.IGNORECASE)


HEADINGS = (  # the nearest heading with one of these words decides; the first row that matches counts
    (
        About.PERSONA,
        _words(
            "persona", "soul", "identity", "who you are", "who i am as an? (?:agent|assistant)", "your role",
            "your name", "core truths", "vibe", "boundaries of the agent", "agent identity", "system prompt",
        ),
    ),
    (
        About.PERSON,
        _words(
            "about me", "about the user", "about you", "who i am", "user", "user profile", "profile", "personal",
            "preferences?", "likes", "dislikes", "habits?", "routines?", "goals?", "interests?", "hobbies", "family",
            "friends?", "contacts?", "people", "health and diet", "diet", "food", "communication", "working style",
            "work style", "workstyle", "how i work", "how i like", "instructions", "durable rules", "rules",
            "top of mind", "work context", "personal context", "brief history", "long-term background", "background",
            "demographics", "response style", "tone", "schedule", "travel", "content", "insights", "saved memories",
        ),
    ),
    (
        About.LOG,
        _words(
            "log", "logs", "session", "tasks?", "todo", "to do", "done", "status", "progress", "lessons? learned",
            "learnings?", "issues?", "end of day", "changelog", "history of changes", "incidents?", "decisions log",
            "daily notes?", "summary of the day", "deployments?", "what happened", "next steps",
        ),
    ),
    (
        About.PROJECT,
        _words(
            "architecture", "projects?", "project overview", "overview", "setup", "build", "commands?", "testing",
            "tests?", "deploy(?:ment)?", "code style", "structure", "repository", "repo", "conventions", "dependencies",
            "environment", "installation", "api", "database", "development", "technical details", "tech stack", "files",
            "directory", "guidelines", "commit", "pull requests?", "infrastructure", "servers?", "tools? available",
        ),
    ),
)  # fmt: skip
OF_A_PERSONA = re.compile(
    r"^(?:you(?: are|['’]re) (?:an?|the|not an?)\b[^.]{0,80}\b(?:agent|assistant|chatbot|bot|ai)\b"
    r"|your (?:role|job|purpose) is to\b|be genuinely\b|act as\b)",
    re.IGNORECASE,
)
OF_THE_PERSON = re.compile(
    r"^(?:the )?(?:user|human|owner)(?:['’]s)?\b|(?<![\w/.-])(?:i|i['’]m|i['’]ve|my|mine|me|myself)(?![\w/-])"
    r"|^(?:prefers?|likes?|loves?|hates?|dislikes?|enjoys?|wants?|needs?|avoids?|lives?|works? (?:at|as|in|for|with)"
    r"|owns?|has (?:a|an|two|three|\d)|is (?:a|an|allergic|vegan|vegetarian|learning|building|based|married|from)"
    r"|speaks?|studies|studied|plays?|uses?|drinks?|eats?)\b"
    r"|用户|我",
    re.IGNORECASE,
)
OF_CODE = re.compile(r"`[^`]*`|(?:\b\w+/){1,}\w+|\b\w+\.(?:py|js|ts|md|json|ya?ml|toml|sh|go|rs|sql)\b|\$ |--\w")
OF_TALK = _words(
    "answers?", "respond", "repl(?:y|ies)", "explain", "explanations?", "address me", "call me", "tone", "language",
    "bullet points?", "prose", "concise", "brief", "verbose", "emojis?", "ask before", "ask me", "metric",
    "apologi[sz]e",
)  # fmt: skip
PLACEHOLDER = re.compile(r"YYYY|<[a-z][a-z _-]*>|\{\{|\[(?:your|insert|name|todo)\b", re.IGNORECASE)


def is_placeholder(text: str) -> bool:
    """Return whether a line is a template that nobody has filled in."""
    return PLACEHOLDER.search(text) is not None


def of_heading(heading: str) -> About | None:
    """Return what stands below a heading; None if its words do not tell."""
    return next((about for about, words in HEADINGS if words.search(heading)), None)


def judge(text: str, headings: Sequence[str] = (), *, otherwise: About) -> About:
    """Return what a line is about. `headings` are those above it, the nearest last."""
    if OF_A_PERSONA.search(text):
        return About.PERSONA
    above = next((about for heading in reversed(headings) if (about := of_heading(heading))), None)
    if above in (About.PERSONA, About.PERSON):
        return above
    is_of_code = OF_CODE.search(text) is not None
    if OF_THE_PERSON.search(text) and not (above and is_of_code):
        return About.PERSON
    if above or is_of_code:
        return above or otherwise
    return About.PERSON if OF_TALK.search(text) or _is_lasting(text) else otherwise


def _is_lasting(text: str) -> bool:
    """Return whether words of the text signal a rule, a goal, a habit or a preference."""
    return classifier.signals_kind(text) and classifier.classify_kind(text)[0] in LASTING
