"""The categories and fields that memoryweb knows by name: type of input, options, one value or many.

S0's five schemas, S4's dietary and schedule, and S3's writing rules. Any other category or key is stored as free text;
free text in a known field is kept as it is and never rejected.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from memoryweb.rules.policy import Kind


class Shape(StrEnum):
    CHOICE = "choice"
    BOOLEAN = "boolean"
    TEXT = "text"
    LIST = "list"


@dataclass(frozen=True)
class Option:
    value: str
    label: str
    aliases: tuple[str, ...] = ()

    def names(self) -> Iterator[str]:
        yield from (self.value, self.value.replace("_", " "), self.label, *self.aliases)


@dataclass(frozen=True)
class Field:
    """Something a person can have a preference about. `key` is category.name, dotted (S3)."""

    category: str
    name: str
    label: str
    shape: Shape = Shape.TEXT
    options: tuple[Option, ...] = ()
    aliases: tuple[str, ...] = ()
    many: bool = False  # may hold several memories at once
    kind: Kind = Kind.PREFERENCE

    @property
    def key(self) -> str:
        return f"{self.category}.{self.name}"

    def names(self) -> Iterator[str]:
        last = self.name.rsplit(".", 1)[-1]
        yield from (self.key, self.name, last, self.label, *self.aliases)


def _options(*rows: str) -> tuple[Option, ...]:
    """Return Option('docx', 'Word', ('ms word', 'word document')) for 'docx:Word:ms word,word document'."""
    options = []
    for row in rows:
        value, label, names = [*row.split(":"), "", ""][:3]
        options.append(
            Option(value, label or value.replace("_", " ").capitalize(), tuple(n for n in names.split(",") if n))
        )
    return tuple(options)


def _choice(category: str, name: str, label: str, *rows: str, aliases: tuple[str, ...] = ()) -> Field:
    return Field(category, name, label, Shape.CHOICE, _options(*rows), aliases)


def _boolean(category: str, name: str, label: str) -> Field:
    return Field(category, name, label, Shape.BOOLEAN)


def _text(category: str, name: str, label: str, *aliases: str, kind: Kind = Kind.PREFERENCE) -> Field:
    return Field(category, name, label, Shape.TEXT, (), aliases, kind=kind)


def _list(category: str, name: str, label: str, *aliases: str, kind: Kind = Kind.PREFERENCE) -> Field:
    return Field(category, name, label, Shape.LIST, (), aliases, many=True, kind=kind)


# Each field with its options, and the names by which it is known.
FIELDS: tuple[Field, ...] = (
    _choice(
        "communication",
        "style",
        "Communication style",
        "concise:Concise:brief,short,简洁",
        "detailed:Detailed:thorough,详细",
        "balanced",
    ),
    _choice(
        "communication",
        "tone",
        "Tone",
        "formal:Formal:正式",
        "casual:Casual:informal,口语",
        "friendly:Friendly:warm,友好",
    ),
    _choice(
        "communication",
        "language.primary",
        "Language",
        "zh:Chinese:mandarin,中文",
        "en:English:英文,英语",
        aliases=(
            "language",
            "primary language",
            "language preference",
            "reply language",
            "response language",
            "answer language",
            "output language",
            "language for replies",
        ),
    ),
    _boolean("communication", "language.mixed_allowed", "Mixed languages are fine"),
    _choice("communication", "response_format", "Response format", "markdown:Markdown", "plain_text:Plain text"),
    _choice(
        "communication",
        "response_format.bullet_points",
        "Bullet points",
        "preferred",
        "neutral",
        "avoid",
        aliases=("bullets", "bullet points"),
    ),
    # S3's writing rules
    _choice("communication", "verbosity", "Verbosity", "low:Low:terse", "medium", "high:High:verbose"),
    _boolean("communication", "punctuation.no_exclamation", "No exclamation marks"),
    _text("communication", "punctuation", "Punctuation", "punctuation habits", "标点习惯"),
    _list(
        "communication",
        "forbidden_words",
        "Forbidden words",
        "forbidden word",
        "banned words",
        "禁用词",
        kind=Kind.RULE,
    ),
    _text("communication", "style_guide", "Style guide", "风格指南"),
    _choice(
        "workstyle",
        "time_preference",
        "Time preference",
        "morning_person:Morning person:early bird",
        "night_owl:Night owl:evening person",
        "flexible",
    ),
    _choice(
        "workstyle", "decision_style", "Decision style", "quick:Quick:fast", "thoughtful:Thoughtful:slow", "consensus"
    ),
    _choice(
        "workstyle",
        "priority_framework",
        "Priority framework",
        "urgent_important:Urgent and important:eisenhower",
        "custom_rules:Custom rules",
        aliases=("priority", "priorities"),
    ),
    _choice("workstyle", "break_pattern", "Break pattern", "pomodoro", "natural", "scheduled", aliases=("breaks",)),
    _choice(
        "technical",
        "formats.document",
        "Document format",
        "pdf:PDF",
        "docx:Word:ms word,microsoft word,doc",
        "md:Markdown:markdown",
        aliases=("document_format", "document format", "report format", "文档格式"),
    ),
    _choice(
        "technical",
        "formats.data",
        "Data format",
        "csv:CSV",
        "json:JSON",
        "xlsx:Excel:excel,spreadsheet",
        aliases=("data_format",),
    ),
    _choice(
        "technical", "formats.image", "Image format", "png:PNG", "jpg:JPG:jpeg", "svg:SVG", aliases=("image_format",)
    ),
    _list("technical", "tools.preferred_tools", "Preferred tools", "preferred tool", "tools"),
    _list("technical", "tools.avoided_tools", "Avoided tools", "avoided tool"),
    _text("technical", "code_style", "Code style"),
    _text("technical", "code_style.language_preferences", "Programming languages", "programming language"),
    _choice(
        "technical",
        "code_style.commenting",
        "Code comments",
        "verbose:Verbose:detailed comments",
        "minimal:Minimal:few comments",
        aliases=("commenting",),
    ),
    _list("content", "interests.topics", "Interest areas", "interests", "interest", "topics", "interest area"),
    _list("content", "interests.avoid", "Topics to avoid", "avoid topics"),
    _choice(
        "content",
        "depth",
        "Content depth",
        "overview",
        "detailed",
        "comprehensive:Comprehensive:in-depth,in depth",
        aliases=("content depth",),
    ),
    _list("content", "sources.preferred", "Preferred sources", "sources"),
    _list("content", "sources.trusted", "Trusted sources"),
    _list("content", "sources.avoid", "Sources to avoid"),
    _text("content", "news_focus", "News focus"),
    _boolean("content", "news_focus.frontier_research", "News: frontier research"),
    _boolean("content", "news_focus.papers_breakthroughs", "News: papers and breakthroughs"),
    _boolean("content", "news_focus.industry_reviews", "News: industry reviews"),
    _list("personal", "contacts.frequent", "Frequent contacts", "frequent contact", kind=Kind.FACT),
    _list("personal", "contacts.important", "Important contacts", "important contact", kind=Kind.FACT),
    _text(
        "personal",
        "locations.home",
        "Home",
        "home location",
        "home city",
        "current city",
        "city of residence",
        "residence",
        "place of residence",
        "lives in",
        "居住地",
        kind=Kind.FACT,
    ),
    _text("personal", "locations.work", "Work", "workplace", "work location", kind=Kind.FACT),
    _list("personal", "locations.frequent", "Frequent places", "frequent locations", kind=Kind.FACT),
    _text("personal", "schedules.daily_routine", "Daily routine", kind=Kind.HABIT),
    _text("personal", "birthday", "Birthday", "date of birth", "birth date", "dob", "生日", kind=Kind.FACT),
    _text("personal", "sizes.shoes", "Shoe size", "shoes size", "shoe_size", "鞋码", kind=Kind.FACT),
    _text("personal", "sizes.clothing", "Clothing size", "clothes size", "clothing_size", kind=Kind.FACT),
    _list("personal", "schedules.exceptions", "Schedule exceptions", kind=Kind.FACT),
    # S4
    _choice(
        "dietary",
        "diet",
        "Diet",
        "vegan:Vegan:纯素",
        "vegetarian:Vegetarian:素食",
        "pescatarian",
        "halal:Halal:清真",
        "kosher",
        "omnivore",
        "keto:Keto:ketogenic,生酮",
        "paleo",
        "flexitarian",
    ),
    _list("dietary", "allergies", "Allergies", "allergy", "allergic", "过敏", kind=Kind.RULE),
    _list("dietary", "dislikes", "Food dislikes"),
    _choice(
        "schedule",
        "meetings",
        "Meetings",
        "morning_meetings:Mornings:morning,mornings",
        "afternoon_meetings:Afternoons:afternoon,afternoons",
        "no_meetings:None",
        aliases=("meeting time", "meeting preference"),
    ),
    _text("schedule", "working_hours", "Working hours"),
    _text("schedule", "team_meeting", "Team meeting", "weekly team meeting", "team meeting day", "team meeting time"),
)
CATEGORIES = tuple(dict.fromkeys(field.category for field in FIELDS))
# What a statement is filed under where nobody says; an agent may name any other.
PARTS_OF_LIFE = (
    *CATEGORIES,
    "food",
    "drinks",
    "places",
    "travel",
    "home",
    "hobbies",
    "fitness",
    "health",
    "learning",
    "reading",
    "music",
    "entertainment",
    "media",
    "shopping",
    "fashion",
    "finance",
    "pets",
    "cars",
    "culture",
    "values",
)
HOME = "personal.locations.home"


@cache
def fields_by_key() -> dict[str, Field]:
    return {f.key: f for f in FIELDS}


def holds_many(key: str) -> bool:
    field = fields_by_key().get(key)
    return field.many if field else not key
