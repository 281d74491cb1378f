"""S2's metadata comment, in files and in details: `<!-- dc:type=preference dc:importance=7.5 dc:ttl=180 -->`."""

import re

COMMENT = re.compile(r"<!--([^<>]{0,400}?(?:<[^<>]{0,60}>[^<>]{0,200}?){0,8}?)-->")
TAG = re.compile(r"\bdc:(\w+)=(\S+)")


def read_tags(comment: str) -> dict[str, str]:
    """Return a comment's tags, without placeholders such as `<type>`."""
    return {name: value for name, value in TAG.findall(comment) if not value.startswith("<")}


def take_out(words: str) -> tuple[str, dict[str, str]]:
    """Return the words without comments, and the comments' tags."""
    tags: dict[str, str] = {}
    for comment in COMMENT.finditer(words):
        tags |= read_tags(comment[1])
    return COMMENT.sub("", words).strip(), tags


def take_out_tagged(words: str) -> tuple[str, dict[str, str]]:
    """Return the words without the comments that have tags, and the tags; any other comment is words."""
    tags: dict[str, str] = {}
    kept, end = "", 0
    for comment in COMMENT.finditer(words):
        if TAG.search(comment[1]):
            tags |= read_tags(comment[1])
            kept, end = _joined(kept, words[end : comment.start()]), comment.end()
    return (_joined(kept, words[end:]).strip(), tags) if end else (words, tags)


def _joined(before: str, after: str) -> str:
    """Return the text before and behind a comment: no line stays empty for it, and no two words become one."""
    before, after = before.rstrip(" \t"), after.lstrip(" \t") if before else after
    if before.endswith("\n") or not before:
        return before + after.removeprefix("\n")
    return before + after if after.startswith("\n") or not after else f"{before} {after}"
