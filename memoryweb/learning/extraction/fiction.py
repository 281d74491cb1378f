"""Tells a game or a story that a message sets up: in it "I" is a role, and what is said holds for the game only."""

import re

SETS_UP = re.compile(
    r"\brole-?play|\bdungeon|\bgame master\b|\btext[- ](?:based )?adventure|\binteractive (?:story|fiction)\b|"
    r"\b(?:story|scene|novel|poem|script|tale|song|dialogue|fanfic\w*|screenplay) (?:where|in which) (?:I|we)\b|"
    r"\b(?:I|I'll|we|we'll|you|you'll) (?:will )?play (?:as|the (?:role|part))\b|"
    r"\b(?:stay|speak|remain) in character\b|"
    r"\byou(?:'re| are) (?:now )?(?:an? |the |my )?(?:[\w-]+ ){0,4}?(?:from the (?:year|future|past)|narrator|"
    r"innkeeper|wizard|vampire|pirate|king|queen|princess|prince|knight|ghost|alien|goddess|demon|elf|villain)\b|"
    r"角色扮演|我们来扮演|文字冒险|文字游戏|跑团|推进剧情|说书人|虚拟(?:女友|男友|恋人)|"
    r"(?:修仙|武侠|玄幻|末日)世界",
    re.IGNORECASE,
)


def is_fiction(message: str) -> bool:
    """Return whether the message sets up a game or a story with its writer in a role."""
    return SETS_UP.search(message) is not None
