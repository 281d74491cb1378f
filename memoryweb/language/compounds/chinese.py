"""Chinese sentences that say two things: by parallel parts, or by what follows a subject that is said once."""

import re

from memoryweb.language.lazy_pattern import LazyPattern
from memoryweb.language.locales.zh import compounds as zh

NEGATED = LazyPattern(zh.NEGATED)
JOINT = LazyPattern("[，,；](?:但是?|而且?|并且|同时|另外)?|(?:并且|而且)")
TIMED = LazyPattern(f"^(?:{zh.TIMES})..")
FIRST = LazyPattern(f"^(?P<subject>{zh.SUBJECT})(?P<rest>.{{2,}})$")
OWN = LazyPattern(f"^{zh.SUBJECT}.{{2,}}$")
RELATIVE = LazyPattern(f"^(?:{zh.RELATIVES}){zh.PREDICATE}..")  # 爸妈住在…, after 我住在…
PREDICATE = LazyPattern(f"^(?!不是|还有)不?{zh.PREDICATE}")
CLOSING = LazyPattern("[，,]我?(?:一般|平时|通常|基本上?|都|就)*是?这样的?$")  # says only that it is so
REFUSES = LazyPattern(f"^(?:也|都|更|从来|平时|从)*不(?:{zh.VERBS})")
REFUSED = LazyPattern(f"不(?P<verb>{zh.VERBS})")
ATTRIBUTE = LazyPattern(f"^的?(?:{zh.ATTRIBUTES})(?:是|在|叫|为)?..")
DONE = LazyPattern("(?:买|去|吃|喝|看|坐|睡|做|打|走|写)了|^.{1,2}得")  # once, not always
PURPOSE = LazyPattern(
    f"^(?!我|你|他|她|不|没)[\u4e00-\u9fff]{{1,6}}?(?:给我)?(?P<verb>{zh.SHARED_VERBS})[\\w +#.]{{1,20}}$"
)
OF_KIN = LazyPattern(f"(?:{zh.RELATIVES})$")
KIN = LazyPattern(f"^(?:{zh.NUMBERED}){zh.PREDICATE}..")
ORDER = LazyPattern(f"^(?!.*的.{{1,4}}$)(?:{zh.ORDERS}).")  # 以后给我写的代码 is only what is spoken of
REFERS = LazyPattern("也过敏|别|请|^我?(?:没事|不是|不会|没有|可以|不用|不行)$")  # means nothing without the other part
OPEN = LazyPattern(f"(?:{zh.OCCASION_ENDS})$")


def split(sentence: str) -> list[str]:
    """Split a sentence without its full stop into statements; empty if it is a single statement."""
    parts = [each.strip() for each in JOINT.split(CLOSING.sub("", sentence))]
    if len(parts) > 1 and (_are_parallel(parts) or all(map(ORDER.match, parts))):
        return parts
    first = FIRST.match(parts[0])
    if (
        len(parts) < 2
        or first is None
        or any(map(REFERS.search, parts[1:]))
        or OPEN.search(parts[0])
        or any(map(DONE.search, parts))
    ):
        return []
    if NEGATED.search(parts[0]):
        others = [part.removeprefix(first["subject"]) for part in parts[1:]]
        return [parts[0], *(f"{first['subject']}{part}" for part in others)] if _refuses(first, others) else []
    is_timed = bool(TIMED.match(first["rest"]))
    if not (is_timed or ATTRIBUTE.match(first["rest"]) or PREDICATE.match(first["rest"])):
        return []
    others = [_with_subject(part, first["subject"], is_timed=is_timed) for part in parts[1:]]
    return [parts[0], *others] if all(others) else []


def _with_subject(part: str, subject: str, *, is_timed: bool) -> str:
    """Return a part as its own statement, with its own or the first subject; empty if the part can't stand alone."""
    if OWN.match(part):
        return part
    if RELATIVE.match(part) or (subject[0] == "我" and ATTRIBUTE.match(part)):
        return f"我{part}"
    says = PREDICATE.match(part) or (is_timed and TIMED.match(part))
    return f"{subject}{part}" if len(part) >= 3 and says and not OF_KIN.search(subject) else ""


def _refuses(first: re.Match[str], parts: list[str]) -> bool:
    """Return whether each part refuses something, or says what is done at a time without the verb that was refused."""
    refused = REFUSED.search(first["rest"])
    if not refused or not REFUSES.match(first["rest"]):
        return False
    others = [part for part in parts if not REFUSES.match(part)]
    return all(TIMED.match(part) and refused["verb"] not in part and not NEGATED.search(part) for part in others)


def _are_parallel(parts: list[str]) -> bool:
    """Return whether each part gives time or purpose without subject: 报告用PDF，信件用Word."""
    if all(map(TIMED.match, parts)) or all(map(KIN.match, parts)):
        return True
    found = [PURPOSE.match(part) for part in parts]
    return all(found) and len({each["verb"] for each in found if each}) == 1
