"""Tells whether an English statement is the writer's own word: not reported, quoted, denied or a guess."""

import re

from memoryweb.learning.extraction.types import Candidate, StatementType
from memoryweb.rules.languages.base import one_of

SAYS = one_of("""
    says, said, saying, tells, told, thinks, thought, believes, claims, claimed, insists, insisted, swears, swore,
    assumes, assumed, reckons, sings, sang, writes, wrote, written, goes, jokes, joked, suggests, suggested,
    is like, was like, were like, be like, according to, apparently, allegedly, supposedly, rumou?r, example,
    sentence,
    (?:they|you|people|some|others|everyone|friends|parents|folks) (?:all |always )?(?:say|think|tell|claim|believe)
""")
SPEAKER = re.compile(r"\b(?:I|I'\w+|my|our|we|we'\w+)\b", re.IGNORECASE)
REPORTED = re.compile(rf"\b{SAYS}\b", re.IGNORECASE)
REPORTED_AFTER = re.compile(
    rf"(?:^|, | [—–-] )(?:said no ?(?:one|body)|as (?:the|they|my|people|we|our) [\w ]{{0,30}}\b(?:say|says|said|goes|"
    rf"put it)|(?:he|she|they|people|my [\w-]+|the [\w-]+) (?:always |often |just |once )?{SAYS}(?! (?:me|us) ?$)\b|"
    rf"says (?:my|the|he|she|they|who)\b)",
    re.IGNORECASE,
)
CHECK_IT = re.compile(
    r"\b(?:is|are|was|does|do) (?:it|this|that|these|my \w+|the \w+) (?:\w+ )?(?:right|correct|grammatical\w*|ok|"
    r"okay|good|natural|sounds?|wrong|sense)\b|"
    r"\b(?:correct|fix|check|improve|translate|rephrase|reword|proofread|polish|rewrite) (?:it|this|that|me|my|"
    r"the)\b|\bhow (?:do|would) (?:you|i) (?:say|write)\b",
    re.IGNORECASE,
)
ANNOUNCES = re.compile(
    r"\b(?:my|this|the|an?|following|here'?s?) (?:\w+ ){0,2}(?:sentences?|homework|exercise|example|translation|"
    r"lyrics|caption|slogan|dialogue|essay|poem|paragraph)\b[^.!?]{0,40}[.:!]?$",
    re.I,
)
GENERAL = re.compile(
    r"^\W*(?:\w+ )?we (?:\w+ly |all |often |also |now |then )*(?:all|define|denote|call|assume|obtain|derive|prove|"
    r"compute|calculate|measure|observe|deduce|infer|conclude|solve|"
    r"live in (?:an?|the) (?:\w+ )*(?:society|world|age|era|time|universe|culture|democracy|simulation)|know|learn "
    r"from|need each other|never know|always have|don't know|(?:can|could|should|must|may|might)(?!'t)|need to talk)\b|"
    r"\bwe all\b|\b(?:in this (?:paper|chapter|section|proof|example)|as humans|as a species|to (?:find|show|prove|"
    r"derive|compute|calculate|solve) the)\b",
    re.IGNORECASE,
)
# "Learning an instrument is rewarding", where nobody speaks of themselves
OF_ANYBODY = re.compile(
    r"^\W*[a-z]+ing (?:(?!\b(?:I|I'\w+|my|me|mine|we|our|us)\b)[^.!?])* (?:is|are) "
    r"(?:(?!\b(?:I|I'\w+|my|me|mine|we|our|us)\b)[^.!?])*\W*$",
    re.IGNORECASE,
)
EACH_OTHER = re.compile(
    r"\bwe (?:[\w']+ ){0,2}(?:push|support|help|encourage|motivate|inspire|challenge|understand|trust|lift|cheer|"
    r"complement|appreciate|have) each other\b",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"(?:\bnever|\bnot|n't|\bcannot) (?:\w+ ){0,2}?(?:say|said|saying|claim(?:ed|ing)?|mention(?:ed)?|tell|told|mean|"
    r"meant|"
    r"suggest(?:ed)?|hate|dislike|detest|loathe|implying)\b|\b(?:it's|it is|it isn't|not) (?:not )?(?:that|like|"
    r"because) "
    r"(?:I|we)\b|(?:\bno|n't (?:really )?have (?:an?|any)) (?:\w+ ){0,2}?(?:preferences?|favou?rites?)\b|"
    r"\bneither \w+ nor\b",
    re.IGNORECASE,
)
USED_TO = re.compile(r"\bused to (?:love|like|hate|be|enjoy|have|prefer|live|work)\b", re.IGNORECASE)
UNSURE = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably not|might|not sure|unsure|(?:don't|do not) know (?:if|whether)|wonder)\b",
    re.IGNORECASE,
)
UNSURE_BEFORE = re.compile(
    r"\b(?:maybe|perhaps|possibly|not sure|unsure|know (?:if|whether|why)|"
    r"wonder(?:ing)?)\b[^,;.]{0,20}\Z",
    re.IGNORECASE,
)
TAG_QUESTION = re.compile(r"^,? (?:could|do|don't|would|am|aren't|can|can't|should|did|have|haven't) (?:I|we)\b", re.I)


SAYS_ALOUD = re.compile(rf"\b{SAYS}(?: that)?(?::|,? (?:I|my|we|I'\w+)\b(?=.* and \Z))", re.IGNORECASE)
WORKS_ON = re.compile(
    r"^\W*(?:(?:please|can you|could you|now) )*(?:translate|turn|convert|put|rewrite|rephrase|paraphrase|proofread|"
    r"correct|fix|improve|polish|edit|"
    r"summari[sz]e|analy[sz]e|check|read)\b.*\b(?:this|these|following|below|into|sentences?|text|passage)\b",
    re.IGNORECASE,
)


def is_reported(candidate: Candidate) -> bool:
    """ "My mum says I love attention", "I love spam calls, said no one ever"."""
    speaker = SPEAKER.search(candidate.text)
    head = candidate.before[-80:] + candidate.text[: speaker.start() if speaker else 0]
    return bool(
        (REPORTED.search(head) and not SPEAKER.search(head))
        or SAYS_ALOUD.search(candidate.before)
        or REPORTED_AFTER.search(candidate.text)
        or REPORTED_AFTER.search(candidate.after)
    )


def is_example(candidate: Candidate) -> bool:
    """ "Here's my homework sentence. I prefer the cinema. Is it right?" """
    return bool(
        CHECK_IT.search(candidate.following)
        or WORKS_ON.match(candidate.previous)
        or ANNOUNCES.search(candidate.previous)
    )


OF_OTHERS = re.compile(
    r"^\W*(?:\w+ )?(?:my|our) (?:[\w-]+ )?(?:boss|manager|neighbou?rs?|colleagues?|co-?workers?|landlord|landlady|"
    r"friends?|teacher|professor|ex|classmates?|"
    r"flatmates?|roommates?|housemates?|teammates?|clients?|customers?|students?)\b[^.?!]{0,20} (?:loves?|hates?|"
    r"likes?|enjoys?|prefers?|dislikes?|"
    r"wants?|adores?|can't stand)\b",
    re.IGNORECASE,
)


def is_of_others(candidate: Candidate) -> bool:
    """ "My boss hates early meetings": about somebody outside the family."""
    return OF_OTHERS.match(candidate.text) is not None


def is_general(candidate: Candidate) -> bool:
    """ "We all love a good story", "Learning an instrument is rewarding", "We push each other to go further"."""
    text = candidate.text
    is_of_anybody = candidate.clause.type is not StatementType.DIRECTIVE and OF_ANYBODY.match(text) is not None
    return is_of_anybody or GENERAL.search(text) is not None or EACH_OTHER.search(text) is not None


def is_denied(candidate: Candidate) -> bool:
    """ "I never said I wanted a dog", "I have no preference", "Maybe I like opera"."""
    text = candidate.text
    if candidate.clause.type is StatementType.DIRECTIVE:
        return False
    return bool(
        DENIED.search(text)
        or (candidate.clause.type is not StatementType.FACT and USED_TO.search(text))
        or UNSURE_BEFORE.search(candidate.before)
        or UNSURE.search(text[: len(text) - len(candidate.clause.about)])
        or TAG_QUESTION.match(candidate.after)
    )
