"""The example month as data: what two agents report, day by day, and what the person answers in Review."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memoryweb.memories.actions import accept, reject

CODER, WRITER = "Claude Code", "Writing assistant"
READER = "News reader"  # trusted: what it says is in use without a question, and can contradict itself


@dataclass(frozen=True)
class Call:
    operation: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Step:
    """One call of an agent and, if given, the person's answer to its question."""

    days_ago: int
    agent: str
    call: Call
    answer: Callable[..., object] | None = None  # accept or reject


def save(category: str, preference: str, details: str, **more: str) -> Call:
    return Call("save_user_preference", {"category": category, "preference": preference, "details": details, **more})


def read(**filters: str) -> Call:
    return Call("get_user_preferences", dict(filters))


def search(query: str) -> Call:
    return Call("search_user_preferences", {"query": query})


def recall(**about: str) -> Call:
    return Call("recall_preferences", dict(about))


def feedback(action: str, **more: str) -> Call:
    """Feedback on a text with short sentences."""
    short = {"key": "communication.sentences", "value": "short", "category": "communication"}
    return Call("record_feedback", {"action": action, **more, "evidence_ref": {"signals": [short]}})


def conversation(conversation_id: str, topic: str, messages: list[str]) -> Call:
    return Call("record_conversation", {"conversation_id": conversation_id, "topic": topic, "messages": messages})


# At most two lines per step, so that the month reads as a table.
MONTH: tuple[Step, ...] = (
    # more than two months ago, so that the page asks whether it is still true
    Step(
        65, WRITER, save("personal", "office", "The office is on the third floor", quote="Third floor."), answer=accept
    ),
    Step(
        30,
        CODER,
        save(
            "technical",
            "code_style",
            "I prefer Python with detailed comments",
            quote="Python please, and comment it well.",
        ),
        answer=accept,
    ),
    Step(
        30,
        WRITER,
        save(
            "communication",
            "style",
            "I prefer concise replies, conclusions first",
            quote="Shorter. Start with the conclusion.",
        ),
        answer=accept,
    ),
    Step(29, CODER, save("workstyle", "editor", "Uses Neovim with two-space indentation", source="behaviour")),
    Step(
        28,
        WRITER,
        save("communication", "标点习惯", "不使用感叹号", quote="不要用感叹号。", source="correction"),
        answer=accept,
    ),
    Step(
        27,
        CODER,
        save("technical", "document_format", "I prefer reports as PDF", quote="Send me the report as a PDF."),
        answer=accept,
    ),
    Step(26, CODER, read(category="technical")),
    Step(
        26,
        CODER,
        save("project", "Staging", "Currently deploying to staging cluster B", quote="B, not A."),
        answer=accept,
    ),
    Step(
        25,
        WRITER,
        save(
            "schedule",
            "meetings",
            "I like meetings in the morning, never before 9:30",
            quote="Mornings are fine, not before 9:30.",
        ),
        answer=accept,
    ),
    Step(24, WRITER, save("dietary", "vegan", "I'm vegan", quote="I'm vegan, by the way."), answer=accept),
    Step(
        22,
        CODER,
        save("workstyle", "decision_style", "Likes to see options compared before deciding", source="inference"),
    ),
    Step(
        21,
        WRITER,
        save(
            "content",
            "news_focus",
            "Frontier research and papers over reviews",
            source="correction",
            quote="Papers, not reviews.",
        ),
        answer=accept,
    ),
    Step(
        20,
        WRITER,
        save("personal", "offsite", "Met the Lisbon team yesterday", quote="I met them yesterday."),
        answer=accept,
    ),
    Step(20, CODER, search("how should the report be formatted?")),
    Step(19, CODER, recall(task_type="generate_report", query="the weekly report for the team", run="run-0192")),
    Step(
        19,
        WRITER,
        save("communication", "emoji", "I like lots of emoji", source="correction", quote="Ha, nice emoji!"),
        answer=reject,
    ),
    Step(18, CODER, save("workstyle", "editor", "Uses Neovim with two-space indentation", source="behaviour")),
    Step(17, READER, save("content", "news_format", "E-mail", quote="E-mail me the news.")),
    Step(16, WRITER, save("content", "interests", "AI, tech news, productivity tools", source="pattern")),
    Step(
        15,
        CODER,
        save(
            "project",
            "goal",
            "My goal is to ship the importer by the end of the quarter",
            quote="I want the importer out this quarter.",
        ),
        answer=accept,
    ),
    Step(
        14,
        WRITER,
        save(
            "communication",
            "forbidden_words",
            "Never use the word “leverage”",
            quote="Never write “leverage”.",
            source="correction",
        ),
        answer=accept,
    ),
    Step(12, CODER, read()),
    Step(12, CODER, save("project", "Demo", "The demo went well this morning", quote="Demo went well."), answer=accept),
    Step(11, WRITER, save("personal", "frequent_contact", "John (project collaboration)", source="inference")),
    Step(
        9,
        CODER,
        save(
            "technical",
            "document_format",
            "From now on, always Word for reports",
            quote="From now on send Word, legal needs it.",
        ),
        answer=accept,
    ),
    Step(8, READER, save("content", "news_format", "Podcast", quote="Make the news a podcast.")),
    Step(8, WRITER, search("tone and style for a reply")),
    Step(7, WRITER, recall(task_type="reply_message", query="answer a colleague", run="mail 1")),
    Step(7, WRITER, feedback("accept", run="mail 1")),
    Step(6, WRITER, recall(task_type="reply_message", query="thank the reviewers", run="mail 2")),
    Step(6, WRITER, feedback("accept", run="mail 2")),
    Step(
        5,
        CODER,
        conversation(
            "chat 1",
            topic="Importer branch",
            messages=[
                "Can you look at why the importer drops the last row?",
                "From now on, name branches after their issue.",
            ],
        ),
    ),
    Step(6, CODER, save("technical", "tools", "Prefers ruff over flake8", quote="Use ruff, not flake8.")),
    Step(
        5,
        WRITER,
        save("communication", "tone", "I prefer a friendly tone", quote="A bit warmer, please."),
        answer=accept,
    ),
    Step(4, WRITER, save("communication", "tone", "I prefer a formal tone with clients", quote="Formal for clients.")),
    Step(3, CODER, save("technical", "data_format", "I prefer data as CSV", quote="CSV is easier for me.")),
    Step(2, CODER, save("personal", "wifi", "The wifi password is tulip-lamp-42")),  # the guard refuses it
    Step(
        2, WRITER, save("schedule", "working_hours", "I work from 9 to 17 on weekdays", quote="I'm at my desk 9 to 5.")
    ),
    Step(1, WRITER, recall(task_type="reply_message", query="decline the invitation", run="mail 3")),
    Step(1, WRITER, feedback("reject", run="mail 3", note="Too cold.")),
    Step(
        1,
        WRITER,
        conversation(
            "chat 2",
            topic="Weekend trip",
            messages=["We are three, and I always travel by train.", "What is there to see in Bergen?"],
        ),
    ),
    Step(1, CODER, recall(task_type="code_task", skill="review", query="review the importer branch")),
    Step(1, WRITER, recall(query="book a table for lunch with the team")),
    Step(
        1,
        WRITER,
        save(
            "communication",
            "bullet_points",
            "I like bullet points in summaries",
            quote="Bullets for summaries, please.",
        ),
    ),
)
REFUSED = ((2, "password"),)  # what the guard refuses of it: days ago, category
