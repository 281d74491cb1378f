"""Tells advice, encouragement and politeness from what the person wants in English."""

import re

from memoryweb.learning.extraction.english.directives import OUTPUT
from memoryweb.learning.extraction.types import Candidate, StatementType
from memoryweb.rules.languages.base import one_of

POLITE = re.compile(
    r"\bI (?:\w+ )?(?:rec+om+end|suggest|advise|assure|guarantee|promise|congratulate) |\bsince we (?:last "
    r")?(?:spoke|talked|met|chatted)\b|"
    r"\b(?:would|'d) (?:(?:really|also|so|absolutely|just|very much) ){0,2}(?:love|like|be (?:happy|glad|delighted|"
    r"honou?red)) "
    r"(?:to (?:hear|see|know|learn|join|help|visit|check|talk|chat|discuss|meet|come|go|try|read|watch|get|book|hang|"
    r"catch|share|ask|say|thank|give|have|take|find|buy|order|plan|do|use|make)|some|an?|my|the|your|more|any|one|"
    r"that)\b|"
    r"\blook(?:ing)? forward\b|\b(?:happy|glad|here|ready) to (?:help|hear|see|chat|talk|listen|assist|have|"
    r"know|be of)\b|\b(?:love|like) to (?:help\W*$|assist|(?:hear|see|know|chat|talk)(?: more| about it| that| with "
    r"you| to you|\W*$))|\bappreciate (?:it|you|your|the|all|everything|any)\b|\bhere (?:for|to)\b",
    re.IGNORECASE,
)
# Directions: what is said to an assistant, or asked of others for oneself. The rest is advice to the other.
FOR_ONESELF = re.compile(r"\b(?:me|my|mine|I|I'm|I've|we|us|our)\b", re.IGNORECASE)
KIND_WORDS = re.compile(
    r"\b(?:(?:count|lean|rely) on (?:me|us)|let (?:me|us) (?:know|down|see|go)|let's|(?:I'm|I am|we're|we are) "
    r"(?:always |so |all |"
    r"right )?(?:here|proud|rooting|with you|by your|there|happy for|on your)|I (?:believe|trust) in|I love you|"
    r"tell (?:me|us) (?:about|more|how)|keep (?:me|us) (?:posted|updated)|cheering|makes us|what makes|your(?:self| "
    r"(?:goals?|dreams?|heart|gut|passions?|best|worth|mind|head|health|friends?|family|life|own|hands|teeth)))\b",
    re.IGNORECASE,
)
WORK = one_of(r"""
    answer, reply, repl(?:y|ies), respond, write, format, include, cite, translate, schedule, suggest, recommend,
    bookings?, book (?:me|an?|the|hotels|flights|tables), summari[sz]e, explain, code, tests?, commits?,
    branch(?:es)?, files?, functions?, pull requests?, prs?, docs?, documentation, deploy, e-?mails?, calendar,
    invit(?:e|es|ations?), meetings?, reservations?, drafts?, reports?, variables?, comments?, push, merge,
    refactor, indent, lint, types?, typescript, python, javascript, sql, ask, confirm, words?, phrases?, terms?,
    spell, spelling, notifications?, reminders?, flights?, hotels?, invoices?, apologi[sz]\w*, draw, diagrams?,
    charts?, plots?, prompts?, tone, style, dashboards?, logs?, scripts?, libraries, dependencies, packages?,
    tickets?, prices?, dates?, currency, units?, sign, address, call
""")
ASSISTANTS = re.compile(rf"\b(?:{WORK}|{OUTPUT})\b", re.IGNORECASE)
LASTING_START = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|please|also|but) )*(?:from (?:now|here|today|this point) on|going forward|in (?:the "
    r")?future|"
    r"henceforth|next time|every time|each time|by default|whenever|when(?:ever)? (?:you|i)|for (?:all|my|any|every)|"
    r"in all|as a rule|"
    r"unless|can you|could you|would you|will you)\b",
    re.IGNORECASE,
)
ADVISES = re.compile(
    r"\b(?:always|never|don't ever|do not ever|ever|remember|don't forget|do not forget|never forget|keep in mind|"
    r"bear in mind|note|stop|"
    r"quit|enough with|whenever|no need to|be aware)\b",
    re.IGNORECASE,
)
SECOND_PERSON = re.compile(
    r"^\W*(?:[^,.]{0,20}, )?(?:and |but |so |well |yes |no |yeah |haha |oh )*you(?:'\w+)? (?:can|should|must|always|"
    r"never|will|have|are|could|may)\b",
    re.IGNORECASE,
)
ADVERB_ONLY = re.compile(
    r"^\W*(?:and |so |i'm )?(?:always|never)(?: \w+ly)? (?:here|there|happy|glad|good|nice|fun|great|ready|so|too|a|"
    r"an|up|down)\b",
    re.I,
)


def is_polite(candidate: Candidate) -> bool:
    """ "I'd love to hear more", "I appreciate your help"."""
    if candidate.clause.type in (StatementType.GOAL, StatementType.DIRECTIVE, StatementType.CORRECTION):
        return False
    return bool(POLITE.search(candidate.text))


def is_advice(candidate: Candidate) -> bool:
    """ "Never lose sight of your goals": neither for an assistant nor about the person."""
    text = candidate.text
    if candidate.clause.type is not StatementType.DIRECTIVE:
        return False
    if KIND_WORDS.search(text) or ADVERB_ONLY.match(text):
        return True
    if SECOND_PERSON.match(text) and not FOR_ONESELF.search(text):
        return True
    if LASTING_START.match(text) or not ADVISES.search(text):
        return False
    return not (FOR_ONESELF.search(text) or ASSISTANTS.search(text))
