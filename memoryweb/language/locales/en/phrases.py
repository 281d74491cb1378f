"""How people say the values of known fields in English. A wrong answer is mended by a word here, not by a pattern.

A row is a field: the words that stand around its values, then those that say one, by option. What is said in other
words than these is no value of a field.
"""

# What may stand in any of them.
COMMON = """
    me we us be become became being do have want need would should must can prefer preferred preference like love make
    made keep give get stay stick use more most very much rather quite bit just only also too still mostly mainly
    usually generally typically normally definitely pretty kind sort person type of to in into for with at on by from
    that it all any anymore longer up every everything thing time default general possible when currently nowadays so
    as am will go best well better user and style
"""
# A change of mind around them: it says what is so now.
CHANGE = "actually instead again on now back changed switch switched turned gone went since"
NEGATION = frozenset(
    ("not", "no", "never", "stop", "stopped", "quit", "gave", "given", "without", "avoid", "dislike", "hate")
)
# These words say that it is not so, that it is somebody else's, or only maybe.
UNSAID = frozenset(["used", "maybe", "perhaps", "if", "was", "were", "once", "wish", "could", "should", "might"])
# Somebody may like what is made for a diet, without following it.
LIKED = frozenset(["like", "likes", "love", "loves", "enjoy", "enjoys", "liked", "loved"])
WISHED = frozenset(["would", "i'd", "want", "wants", "hope", "hopes", "try", "trying", "need", "needs"])
UNLESS = {"dietary.diet": LIKED | WISHED, "workstyle.time_preference": WISHED}

ANSWERS = """
    answer reply replie respond response message explanation explain text sentence write writing written talk tell say
    speak conversation communication communicate style summary output wording chat information information
    question description word
"""
Row = tuple[str, dict[str, str]]
PHRASES: dict[str, Row] = {
    "communication.style": (
        ANSWERS,
        {
            "concise": """
                concise, concisely, brief, briefly, short, shorter, terse, to the point, succinct, succinctly, crisp,
                compact, less detail, less detailed, no fluff, without fluff, no filler, no rambling, no small talk, few
                word, in few word, short and to the point, straight to the point, minimal, no long, laconic, bottom line
            """,
            "detailed": """
                detailed, in detail, detail, thorough, thoroughly, elaborate, long, longer, in depth, in-depth,
                extensive,
                exhaustive, comprehensive, lengthy, step by step, full detail, more detail, lot of detail, at length,
                plenty of detail, verbose, all detail, complete, not too short
            """,
            "balanced": "balanced, medium length, middle length, neither too long nor too short",
        },
    ),
    "communication.tone": (
        f"{ANSWERS} tone voice email letter register",
        {
            "formal": "formal, formally, professional, professionally, businesslike, official, polite and formal",
            "casual": "casual, casually, informal, informally, relaxed, laid back, laid-back, colloquial, chatty",
            "friendly": "friendly, warm, warmly, kind and warm, cheerful, cordial",
        },
    ),
    "communication.response_format.bullet_points": (
        f"{ANSWERS} format formatted list",
        {
            "preferred": "bullet point, bullet, bulleted, bulleted list, use bullet point",
            "avoid": "no bullet point, no bullet, avoid bullet point, prose, full paragraph, without bullet point",
        },
    ),
    "workstyle.time_preference": (
        "work working wake rise productive focus concentrate hour schedule night morning evening early late",
        {
            "morning_person": """
                morning person, early bird, early riser, lark, morning type, best in morning,
                most productive in morning,
                work best in morning, better in morning, at my best in morning, an early start
            """,
            "night_owl": """
                night owl, night person, evening person, late riser, best at night, work best at night, late worker,
                most productive at night, most productive in evening, work best in evening, better in evening, work late
                at night, better at night, night bird
            """,
        },
    ),
    "workstyle.decision_style": (
        "decision decide deciding choose choice make maker making",
        {
            "quick": "quick, quickly, fast, on the spot, right away, snap, without hesitation",
            "thoughtful": """
                thoughtful, slow, slowly, carefully, think it over, after thinking it over, sleep on it, deliberate
            """,
            "consensus": "consensus, with the team, together with the team, by consensus, as a team",
        },
    ),
    "technical.formats.document": (
        "report document file deliverable paper attachment send sent save saved export format deliver write as",
        {
            "pdf": "pdf",
            "docx": "word, docx, microsoft word, ms word, word document, word file",
            "md": "markdown, md, markdown file",
        },
    ),
    "technical.code_style.commenting": (
        "code comment commenting write function codebase source",
        {
            "verbose": """
                detailed comment, lot of comment, well commented, heavily commented, comment everything, many comment
            """,
            "minimal": """
                few comment, minimal comment, no comment, sparse comment, without comment, self-documenting,
                as few comment as
            """,
        },
    ),
    "content.depth": (
        "article content news briefing topic read reading material text summary piece",
        {
            "overview": "overview, high level, high-level, headline, gist, big picture, at a glance, skim",
            "comprehensive": "comprehensive, deep dive, in depth, in-depth, long form, long-form, exhaustive",
        },
    ),
    "dietary.diet": (
        "eat eating food meal diet follow following",
        {
            "vegan": "vegan, plant based, plant-based, vegan food",
            "vegetarian": "vegetarian, veggie, meat-free, meatless",
            "pescatarian": "pescatarian, pescetarian",
            "halal": "halal",
            "kosher": "kosher",
            "omnivore": "omnivore, eat meat again, eat anything, meat eater",
            "keto": "keto, ketogenic",
            "paleo": "paleo",
            "flexitarian": "flexitarian",
        },
    ),
    "schedule.meetings": (
        "meeting call appointment schedule scheduled scheduling book booked put set plan hold held have slot",
        {
            "morning_meetings": "morning, in morning, before noon, before lunch, morning meeting, first thing",
            "afternoon_meetings": "afternoon, in afternoon, after lunch, after noon, afternoon meeting",
            "no_meetings": "no meeting, no meeting at all",
        },
    ),
}
# Their values tell the field, also where nothing stands around them.
TELLING = frozenset(("workstyle.time_preference", "dietary.diet"))
