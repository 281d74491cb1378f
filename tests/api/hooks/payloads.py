"""What each host hands to a hook on stdin, as recorded."""

from typing import Any

SESSION = "0197a5b2-6d0e-7c3f-9a51-2f6f0d7c9e10"
CLAUDE: dict[str, Any] = {
    "session_id": SESSION,
    "transcript_path": "/home/alice/.claude/projects/-home-alice-boat/s.jsonl",
    "cwd": "/home/alice/boat",
    "project": "boat",
}
CODEX: dict[str, Any] = {
    "session_id": SESSION,
    "transcript_path": None,
    "cwd": "/home/alice/boat",
    "model": "gpt-5-codex",
    "permission_mode": "default",
    "project": "boat",
}
GEMINI: dict[str, Any] = {
    "session_id": SESSION,
    "transcript_path": "/home/alice/.gemini/tmp/s.json",
    "cwd": "/home/alice/boat",
    "timestamp": "2026-11-20T09:30:00.000Z",
    "project": "boat",
}
CURSOR: dict[str, Any] = {
    "conversation_id": SESSION,
    "generation_id": "5b0f2f8c-3c1e-4a57-9a3c-2d9a5e1c7b42",
    "model": "gpt-5",
    "cursor_version": "3.24.18",
    "workspace_roots": ["/home/alice/boat"],
    "user_email": "alice@example.org",
    "transcript_path": None,
    "project": "boat",
}


def prompt_of(host: str, words: str) -> dict[str, Any]:
    """Return the event of a prompt that the person sends."""
    return {
        "claude-code": CLAUDE | {"hook_event_name": "UserPromptSubmit", "permission_mode": "default", "prompt": words},
        "codex": CODEX | {"hook_event_name": "UserPromptSubmit", "turn_id": f"turn of {words[:20]}", "prompt": words},
        "gemini-cli": GEMINI | {"hook_event_name": "BeforeAgent", "prompt": words},
        "cursor": CURSOR | {"hook_event_name": "beforeSubmitPrompt", "prompt": words, "attachments": []},
    }[host]


STARTS = {
    "claude-code": CLAUDE | {"hook_event_name": "SessionStart", "source": "startup", "model": "claude-opus-4-8"},
    "codex": CODEX | {"hook_event_name": "SessionStart", "source": "startup"},
    "gemini-cli": GEMINI | {"hook_event_name": "SessionStart", "source": "startup"},
    "cursor": CURSOR
    | {
        "hook_event_name": "sessionStart",
        "session_id": SESSION,
        "is_background_agent": False,
        "composer_mode": "agent",
    },
}
ENDS = {
    "claude-code": CLAUDE | {"hook_event_name": "SessionEnd", "reason": "prompt_input_exit"},
    "codex": CODEX | {"hook_event_name": "SessionEnd", "reason": "exit"},
    "gemini-cli": GEMINI | {"hook_event_name": "SessionEnd", "reason": "exit"},
    "cursor": CURSOR
    | {"hook_event_name": "sessionEnd", "session_id": SESSION, "reason": "user_close", "duration_ms": 45000},
}
ANSWERED = (  # the agent has answered: nothing is to be done
    (
        "claude-code",
        CLAUDE | {"hook_event_name": "Stop", "stop_hook_active": False, "last_assistant_message": "I like tea."},
    ),
    (
        "codex",
        CODEX
        | {
            "hook_event_name": "Stop",
            "turn_id": "1",
            "stop_hook_active": False,
            "last_assistant_message": "I like tea.",
        },
    ),
    (
        "gemini-cli",
        GEMINI
        | {
            "hook_event_name": "AfterAgent",
            "prompt": "I like tea.",
            "prompt_response": "I like tea.",
            "stop_hook_active": False,
        },
    ),
    ("cursor", CURSOR | {"hook_event_name": "afterAgentResponse", "text": "I like tea."}),
    ("cursor", CURSOR | {"hook_event_name": "stop", "status": "completed", "loop_count": 0}),
)
