"""An example month: one person, two agents, the same operations everyone calls, each on its own day."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from memoryweb.agents.models import Agent, Trust
from memoryweb.memories import actions
from memoryweb.memories.actors import Person
from memoryweb.memories.models import Memory, Proposal
from memoryweb.operations import dispatch
from memoryweb.people.models import User
from memoryweb.rls import scope

CODER, WRITER = "Claude Code", "Writing assistant"
SAVE, GET, SEARCH, RECALL = (
    "save_user_preference",
    "get_user_preferences",
    "search_user_preferences",
    "recall_preferences",
)
FEEDBACK, TALKED = "record_feedback", "record_conversation"
SHORT = {"key": "communication.sentences", "value": "short", "category": "communication"}


def _save(category: str, preference: str, details: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return SAVE, {"category": category, "preference": preference, "details": details, **more}


# (days ago, agent, call, what the person then does in Review: "yes", "no", "today" or nothing)
MONTH: tuple[tuple[int, str, tuple[str, dict[str, Any]], str], ...] = (
    # two months ago, so that the page asks whether it is still true
    (65, WRITER, _save("personal", "office", "The office is on the third floor", quote="Third floor."), "yes"),
    (
        30,
        CODER,
        _save(
            "technical",
            "code_style",
            "I prefer Python with detailed comments",
            quote="Python please, and comment it well.",
        ),
        "yes",
    ),
    (
        30,
        WRITER,
        _save(
            "communication",
            "style",
            "I prefer concise replies, conclusions first",
            quote="Shorter. Start with the conclusion.",
        ),
        "yes",
    ),
    (29, CODER, _save("workstyle", "editor", "Uses Neovim with two-space indentation", source="behaviour"), ""),
    (
        28,
        WRITER,
        _save("communication", "标点习惯", "不使用感叹号", quote="不要用感叹号。", source="correction"),
        "yes",
    ),
    (
        27,
        CODER,
        _save("technical", "document_format", "I prefer reports as PDF", quote="Send me the report as a PDF."),
        "yes",
    ),
    (26, CODER, (GET, {"category": "technical"}), ""),
    (26, CODER, _save("project", "staging", "Currently deploying to staging cluster B", quote="B, not A."), "yes"),
    (
        25,
        WRITER,
        _save(
            "schedule",
            "meetings",
            "I like meetings in the morning, never before 9:30",
            quote="Mornings are fine, not before 9:30.",
        ),
        "yes",
    ),
    (24, WRITER, _save("dietary", "vegan", "I'm vegan", quote="I'm vegan, by the way."), "yes"),
    (
        22,
        CODER,
        _save("workstyle", "decision_style", "Likes to see options compared before deciding", source="inference"),
        "",
    ),
    (
        21,
        WRITER,
        _save(
            "content",
            "news_focus",
            "Frontier research and papers over reviews",
            source="correction",
            quote="Papers, not reviews.",
        ),
        "yes",
    ),
    (20, WRITER, _save("personal", "offsite", "Met the Lisbon team yesterday", quote="I met them yesterday."), "yes"),
    (20, CODER, (SEARCH, {"query": "how should the report be formatted?"}), ""),
    (
        19,
        CODER,
        (RECALL, {"task_type": "generate_report", "query": "the weekly report for the team", "run": "run-0192"}),
        "",
    ),
    (
        19,
        WRITER,
        _save("communication", "emoji", "I like lots of emoji", source="correction", quote="Ha, nice emoji!"),
        "no",
    ),
    (18, CODER, _save("workstyle", "editor", "Uses Neovim with two-space indentation", source="behaviour"), ""),
    (17, WRITER, _save("content", "depth", "Wants an overview first", source="inference"), ""),
    (16, WRITER, _save("content", "interests", "AI, tech news, productivity tools", source="pattern"), ""),
    (
        15,
        CODER,
        _save(
            "project",
            "goal",
            "My goal is to ship the importer by the end of the quarter",
            quote="I want the importer out this quarter.",
        ),
        "yes",
    ),
    (
        14,
        WRITER,
        _save(
            "communication",
            "forbidden_words",
            "Never use the word “leverage”",
            quote="Never write “leverage”.",
            source="correction",
        ),
        "yes",
    ),
    (12, CODER, (GET, {}), ""),
    (12, CODER, _save("project", "demo", "The demo went well this morning", quote="Demo went well."), "yes"),
    (11, WRITER, _save("personal", "frequent_contact", "John (project collaboration)", source="inference"), ""),
    (
        9,
        CODER,
        _save(
            "technical",
            "document_format",
            "From now on, always Word for reports",
            quote="From now on send Word, legal needs it.",
        ),
        "",
    ),
    (8, CODER, _save("content", "depth", "Reads comprehensive write-ups to the end", source="inference"), ""),
    (8, WRITER, (SEARCH, {"query": "tone and style for a reply"}), ""),
    (7, WRITER, (RECALL, {"task_type": "reply_message", "query": "answer a colleague", "run": "mail 1"}), ""),
    (7, WRITER, (FEEDBACK, {"action": "accept", "run": "mail 1", "evidence_ref": {"signals": [SHORT]}}), ""),
    (6, WRITER, (RECALL, {"task_type": "reply_message", "query": "thank the reviewers", "run": "mail 2"}), ""),
    (6, WRITER, (FEEDBACK, {"action": "accept", "run": "mail 2", "evidence_ref": {"signals": [SHORT]}}), ""),
    (
        5,
        CODER,
        (
            TALKED,
            {
                "conversation_id": "chat 1",
                "topic": "Importer branch",
                "messages": [
                    "Can you look at why the importer drops the last row?",
                    "From now on, name branches after their issue.",
                ],
            },
        ),
        "",
    ),
    (6, CODER, _save("technical", "tools", "Prefers ruff over flake8", quote="Use ruff, not flake8."), ""),
    (5, WRITER, _save("communication", "tone", "I prefer a friendly tone", quote="A bit warmer, please."), "yes"),
    (4, WRITER, _save("communication", "tone", "I prefer a formal tone with clients", quote="Formal for clients."), ""),
    (3, CODER, _save("technical", "data_format", "I prefer data as CSV", quote="CSV is easier for me."), ""),
    (2, CODER, _save("personal", "wifi", "The wifi password is tulip-lamp-42"), ""),  # refused, as it should be
    (
        2,
        WRITER,
        _save("schedule", "working_hours", "I work from 9 to 17 on weekdays", quote="I'm at my desk 9 to 5."),
        "",
    ),
    (1, WRITER, (RECALL, {"task_type": "reply_message", "query": "decline the invitation", "run": "mail 3"}), ""),
    (
        1,
        WRITER,
        (FEEDBACK, {"action": "reject", "run": "mail 3", "note": "Too cold.", "evidence_ref": {"signals": [SHORT]}}),
        "",
    ),
    (
        1,
        WRITER,
        (
            TALKED,
            {
                "conversation_id": "chat 2",
                "topic": "Weekend trip",
                "messages": ["We are three, and I always travel by train.", "What is there to see in Bergen?"],
            },
        ),
        "",
    ),
    (1, CODER, (RECALL, {"task_type": "code_task", "skill": "review", "query": "review the importer branch"}), ""),
    (1, WRITER, (RECALL, {"query": "book a table for lunch with the team"}), ""),
    (
        1,
        WRITER,
        _save(
            "communication",
            "bullet_points",
            "I like bullet points in summaries",
            quote="Bullets for summaries, please.",
        ),
        "",
    ),
)


def load(person: User, *, now: datetime) -> bool:
    """Fill an empty account by calling the operations in process, with `now` on each day. Needs no scope.

    False where there are memories already: among them the month would contradict itself and the person.
    """
    with scope.acting_as(person.pk):
        if Memory.objects.of(person).exists():
            return False
        agents = {name: Agent.connect(person, name=name, trust=Trust.ASK)[0] for name in (CODER, WRITER)}
        made = Agent.objects.of(person).filter(pk__in=[agent.pk for agent in agents.values()])
        made.update(created_at=now - timedelta(days=MONTH[0][0] + 1))
    for days, name, (operation, arguments), then in MONTH:
        at = now - timedelta(days=days, minutes=7 * days)
        result = dispatch.run(dispatch.Call(agent=agents[name], name=operation, arguments=arguments, now=at))
        refused = result.envelope.get("error", {}).get("code") == "SENSITIVE_DATA"
        if not (result.envelope["ok"] or refused):
            raise RuntimeError(f"the example month no longer fits the operations: {operation}")
        if then:
            with scope.acting_as(person.pk):
                _answer(person, result.envelope["data"], then, at + timedelta(hours=2))
    return True


def _answer(person: User, data: dict[str, Any], then: str, at: datetime) -> None:
    answers: dict[str, Callable[..., object]] = {"yes": actions.accept, "no": actions.reject}
    asked = Proposal.objects.of(person).open().filter(memory=data["id"]).first()
    if asked:
        answers[then](asked.pk, by=Person(person), now=at)
