"""Maximum lengths of texts and lists, and the dates people may give.

One number for form, argument, action and column. The unit is characters unless a comment names another one.
"""

from datetime import date

# A memory
LABEL_MAX = 120
CATEGORY_MAX = 60
KEY_MAX = 160
KIND_MAX = 40  # the kind in an agent's own word
VALUE_MAX = 1000  # one value answered by a language model; any other may be as long as details
DETAILS_MAX = 10_000
QUOTE_MAX = 240
PROJECT_MAX = 80
CONDITION_MAX = 200
TAGS_MAX = 20  # entries, of tags and of applies_to
TAG_MAX = 60
TASK_MAX = 80  # the name of a kind of task or of a skill: applies_to, muted_tasks, task_type, skill
SAID_UNDER_MAX = 8  # categories that one memory was said under, besides its own
MUTED_MAX = 50  # entries of muted_agents, and of muted_tasks
REASON_MAX = 300  # why a memory was expired, archived or forgotten
TRIGGER_MAX = 120  # why a change was made, S0's trigger
PROPOSAL_REASON_MAX = 200  # why a question is asked
TTL_DAYS_MAX = 36_500  # of a memory that does not live for ever
LINE_MAX = 360  # one item of a prompt block

# A request
RUN_MAX = 120  # an agent's own id of its run
QUERY_MAX = 1000
QUERY_KEPT_MAX = 120  # of the query, in its receipt
TIME_MAX = 80  # the time in words, "weekday morning"
MEMORY_ID_MAX = 80  # a memory's id as an agent writes it
CURSOR_MAX = 200
IDEMPOTENCY_KEY_MAX = 120
AGENT_NAME_MAX = 80
SEARCH_MAX = 200  # the words in the search field of a page
ERASE_TEXT_MAX = 300  # the words whose traces a person erases

# A conversation, and feedback
CONVERSATION_ID_MAX = 120
TOPIC_MAX = 120
SUMMARY_MAX = 500
MESSAGES_MAX = 400  # entries, in one call
MESSAGE_MAX = 200_000
MESSAGE_READ_MAX = 20_000  # of one message, from its beginning
EXCERPT_MAX = 500  # of one message, kept
EXCERPTS_WAITING_MAX = 1_000  # entries, of one conversation that waits to be read: about what two calls can bring
EXCERPTS_MAX = 60  # entries, of one conversation that was read: the first ones
STATEMENTS_MAX = 20  # entries, found in one message: more is a pasted list
STATEMENT_MAX = 1000  # one statement found in a message
NOTE_MAX = 500  # what a person wrote about a run
SIGNALS_MAX = 20  # entries, named in one feedback
OPEN_QUESTIONS_MAX = 100  # of one agent to the person
NOTES_MAX = 1000  # of one agent, not looked at

# A date
DAY_FIRST, DAY_LAST = date(1900, 1, 1), date(2200, 12, 31)


def check_day(day: date) -> None:
    """Raise ValueError for a date that nobody means: most arithmetic with it would leave the calendar."""
    if not DAY_FIRST <= day <= DAY_LAST:
        raise ValueError(f"The date must be between {DAY_FIRST} and {DAY_LAST}.")
