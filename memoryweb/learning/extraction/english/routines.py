"""The English forms of what somebody always does in one way, what hurts them, and how they want to be answered."""

from memoryweb.learning.extraction.english.everyday import A_THING
from memoryweb.learning.extraction.english.oneself import TIMELESS
from memoryweb.learning.extraction.english.words import I_AM, I_HAVE
from memoryweb.learning.extraction.types import StatementType, forms

DAYS = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day )?(?:mornings|"
    r"evenings|afternoons|nights)|weekends|weekdays|summers|winters)"
)
ANSWERS = (
    r"(?:claims?|answers?|repl(?:y|ies)|responses?|statements?|facts?|suggestions?|recommendations?|summar(?:y|ies)|"
    r"e-?mails?|messages?|figures?|numbers?|examples?|explanations?|drafts?|translations?)"
)
ROUTINES = forms(
    (
        StatementType.GOAL,
        rf"{I_AM} (?:currently |now )?(?P<about>training (?:to be|to become|as) an? {TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.GOAL,
        rf"I(?:'d| would) (?:like|love) to (?P<about>(?:retire|emigrate|settle down|adopt|foster|become|own|live|"
        rf"grow old) {TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.WORK,
        rf"{I_AM} (?:usually |always |mostly )?(?P<about>on (?:the )?(?:night|early|late|day|morning|evening|"
        rf"weekend) shifts?"
        r"\b(?!.*\b(?:today|tonight|tomorrow)\b)[^?]*)",
    ),
    (
        StatementType.HABIT,
        rf"I (?P<about>(?:write|cook|bake|eat|drink|shop|pay|travel|fly|train|read|work|run|ride|cycle|wash|wear|use|"
        rf"buy|speak) {A_THING}{TIMELESS}[\w' -]{{3,60}} (?:only|exclusively)\W*$)",
    ),
    (
        StatementType.HABIT,
        rf"(?P<about>(?:my )?{DAYS} (?:is|are) (?:strictly |always |only )?for (?!(?:me to (?:know|decide)|sale|now|"
        rf"you)\b){A_THING}{TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.PREFERENCE,
        r"the only [\w -]{3,30} I (?:ever |really |can |will )?(?:watch|eat|drink|like|enjoy|wear|use|play|read|"
        r"trust|cook|"
        rf"follow|listen to|stand|tolerate|buy|drive) (?:is|are)(?P<about> {A_THING}{TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.FAMILY,
        rf"{I_HAVE} (?P<about>(?:twins|triplets|kids|children|daughters|sons|brothers|sisters|stepchildren|"
        rf"grandchildren|in-laws) (?:in|at|who|aged|from|living|under|over)\b{TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.DISLIKE,
        rf"(?P<about>{A_THING}[\w' -]{{3,40}}) (?:wrecks?|kills?|hurts?|strains?|ruins?|messes? up|upsets?) my "
        r"(?:back|knees?|neck|wrists?|eyes|feet|stomach|sleep|mood|focus|concentration|appetite|shoulders?|"
        r"ears)\b[^?]*",
    ),
    (
        StatementType.DIRECTIVE,
        r"(?:please )?(?:don't|do not|never|stop) (?:call|calling|address|addressing) me (?:as |by "
        r")?(?P<about>(?!(?:back|before|after|on|at|when|if|again|later|now|today|until|during|in|between|so|out|"
        r"from|about|with|while|unless|this|that|names)\b)[\w' -]{2,30}\W*$)",
    ),
    (
        StatementType.WISH,
        rf"I (?:always )?(?:want|need|expect|like) (?P<about>{A_THING}[\w -]{{3,40}} (?:for|in|with|after|under|"
        rf"behind|at the end of) (?:every|each|all|any)(?: single)?(?: of your)? {ANSWERS}\b{TIMELESS}[^?]*)",
    ),
)
