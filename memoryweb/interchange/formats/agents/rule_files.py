"""Rules for coding agents (CLAUDE.md, AGENTS.md, .cursorrules): how a project is worked on, or how its person likes it.

What a repository's file says is the project's, rules too. Its person's are the lines that say "I" or "me", and those
below a heading about them.
"""

import re

from memoryweb.interchange.entry import About, Document
from memoryweb.interchange.formats.plain import notes
from memoryweb.interchange.parsing import markdown
from memoryweb.interchange.perspective import line_subject, self_reference

TITLE = re.compile(
    r"^\s*#\s+(?:CLAUDE(?:\.local)?\.md|AGENTS?\.md|GEMINI\.md|Repository Guidelines|Agent (?:guide|instructions)\b"
    r"|Project (?:rules|instructions)\b|(?:GitHub )?Copilot instructions)|This file provides guidance to ",
    re.IGNORECASE | re.MULTILINE,
)
EXPERT = re.compile(r"^\W*You are an? (?:expert|senior|experienced|world-class)\b", re.IGNORECASE)
OF_PROJECTS = re.compile(  # files that only projects have, and rules for some of their files
    r"^\s*#\s+(?:AGENTS?\.md|Repository Guidelines|Project (?:rules|instructions|guidelines|context|overview)"
    r"|(?:GitHub )?Copilot instructions)|\A---\n(?:[^\n]*\n){0,8}globs:[ \t]*\S",
    re.IGNORECASE | re.MULTILINE,
)
OF_REPOSITORY = re.compile(
    r"\b(?:this|the|dieses|das|ce|este|esta) (?:repo(?:sitory)?|project|codebase|monorepo|projekt|dépôt|projet"
    r"|repositorio|proyecto) (?:is|are|contains|holds|uses|has|ist|enthält|est|contient|es|contiene)\b"
    r"|\b(?:working (?:on|in|with)|contributing to) (?:code in )?this (?:repo(?:sitory)?|project|codebase)\b"
    r"|^(?:this is )?an? [^.]{0,60}\b(?:app(?:lication)?|service|library|package|monorepo|repo(?:sitory)?|project"
    r"|codebase"
    r"|api|website|cli|plugin|extension)\b|这是一个[^。]{0,20}(?:项目|应用|服务|仓库)|本(?:项目|仓库)",
    re.IGNORECASE | re.MULTILINE,
)
HEADINGS = re.compile(
    r"\b(?:build\w*|commands?|set-?up|install\w*|architecture|(?:project |directory |code |file )?(?:structure|layout)"
    r"|testing|tests?|code|coding|conventions?|naming|style ?guide|tech(?:nology)? stack|stack|dependencies|deploy\w*"
    r"|performance|error handling|commits?|pull requests?|git(?: workflow)?|linting|development|workflow|ci|database"
    r"|api|security|debugging|befehle|architektur|aufbau|stil|commandes|structure|comandos|estructura|arquitectura)\b"
    r"|构建|命令|架构|结构|测试|代码|规范|部署|目录",
    re.IGNORECASE,
)
PERSONAL = re.compile(  # headings, in such a file
    r"\b(?:me|myself|my(?! (?:\w+ )?(?:app|project|site|repo\w*|service|website|api|tool|game|bot|blog)\b)|mine|i"
    r"|user|owner|personal|communicat\w+|talk\w*|tone|respon[ds]\w*|answers?|mich"
    r"|work(?:ing)? with|about (?!this|the\b)\w+|mir|meine?|persönliche?\w*|moi|mes|mí|mis?)\b|关于我|个人|偏好"
    r"|沟通|回答",
    re.IGNORECASE,
)
HEADINGS_LEAST, LINES_LEAST, SHARE = 2, 3, 0.3


def recognise(text: str) -> bool:
    return TITLE.search(text[:2000]) is not None or _is_of_repository(text)


def read(text: str) -> Document:
    if not _is_of_repository(text):
        return notes.read_blocks(text, judge=notes.judge_in(text, otherwise=About.PROJECT, skip=1))
    return notes.read_blocks(text, judge=_judge)


def _is_of_repository(text: str) -> bool:
    """Return whether a file is about a project: by statement, or by headings, commands and file names."""
    if EXPERT.match(text) or OF_PROJECTS.search(text[:2000]):
        return True
    blocks = list(markdown.blocks(text, Document()))
    headings = {heading for block in blocks for heading in block.headings}
    of_project = sum(HEADINGS.search(each) is not None and not PERSONAL.search(each) for each in headings)
    of_code = sum(line_subject.OF_CODE.search(block.text) is not None for block in blocks)
    has_title = TITLE.search(text[:2000]) is not None
    if OF_REPOSITORY.search(text) or has_title:
        return of_project + of_code > 0
    has_steps = of_code >= LINES_LEAST and of_code >= SHARE * len(blocks)
    return of_project >= HEADINGS_LEAST and (has_steps or 2 * of_project > len(headings))


def _judge(said: str, headings: tuple[str, ...]) -> About:
    if line_subject.is_of_file(said) or markdown.BOX.match(said):
        return About.FILE if line_subject.is_of_file(said) else About.LOG
    if EXPERT.match(said):
        return About.PERSONA
    nearest = headings[-1] if headings else ""
    is_personal = PERSONAL.search(nearest) and not HEADINGS.search(nearest)
    return About.PERSON if is_personal or self_reference.names_person(said) else About.PROJECT
