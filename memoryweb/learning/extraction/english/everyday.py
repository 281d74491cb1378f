"""The English forms of what matters to somebody, what does them good, and with whom they share their days."""

from memoryweb.learning.extraction.english.grammar import VERB
from memoryweb.learning.extraction.english.oneself import TIMELESS
from memoryweb.learning.extraction.english.words import ADVERBS, I_AM, KIN, PETS
from memoryweb.learning.extraction.types import StatementType, forms

A_THING = (
    r"(?!(?:it|this|that|these|those|he|she|they|you|your|we|what|which|who|whatever|something|everything|nothing|"
    r"anything|there|here|how|why|when|if|so|and|but|or|please|thanks|just|does|do|did|is|are|can|could|would|will|i|"
    r"i'm|i've|one|seeing|hearing|knowing|talking|the (?:fact|idea|thought|one))\b)"
)
DOES_ONE_GOOD = (
    r"(?:(?:always|really|just|usually|still|also) )?(?:helps?|lets?|makes?|gets?) me (?:to )?(?:relax|unwind|switch "
    r"off|wind down|focus|concentrate|think(?: clearly)?|sleep|fall asleep|wake up|recharge|calm down|stay (?:calm|"
    r"sane|focused|awake|fit|in shape|grounded)|feel (?:calm|grounded|at home|alive)|clear my (?:head|mind)|let off "
    r"steam|blow off steam|get going)"
)
LANGUAGES = r"(?-i:[A-Z])[a-z]+(?:ese|ish|ian|an|ic|ch|ew|man|du|di|ek|ean|ai|ili|ali|i)"
SHARED = r"(?:flat|apartment|house|room|studio|office|desk|car|allotment|garden|workshop|household)"
EVERYDAY = forms(
    # "a big football fan": the thing before the word
    (
        StatementType.PREFERENCE,
        rf"{I_AM} (?:such |quite |still |also |always been )?(?P<about>an? (?:(?:big|huge|massive|lifelong|avid|keen|"
        rf"real|total|serious|devoted|long-?time) )*(?!(?:big|huge|massive|great|real|true|die-?hard|your|of)\b)"
        r"[\w'&-]+(?: [\w'&-]+)? (?:fan|lover|addict|geek|nerd|enthusiast|fanatic|buff|aficionado|junkie|freak|snob)"
        rf"\b{TIMELESS}[^?]*)",
    ),
    (
        StatementType.PREFERENCE,
        rf"(?P<about>{A_THING}[\w' -]{{3,40}} (?:comes?|always comes?) first (?:for|with) me\b.*)",
    ),
    (
        StatementType.PREFERENCE,
        rf"(?P<about>{A_THING}[\w' -]{{3,40}} {DOES_ONE_GOOD}\b{TIMELESS}[^?]*)",
    ),
    (
        StatementType.PREFERENCE,
        rf"(?P<about>{A_THING}[\w' -]{{3,40}} (?:is|are|works?) (?:so much |much |far |way )?(?:better|easier|nicer|"
        rf"more \w+) than {A_THING}[\w' -]{{3,40}} for me\b{TIMELESS}[^?]*)",
    ),
    (
        StatementType.HABIT,
        r"(?P<about>(?:(?:early|late|weekday|weekend) )?(?:mornings|evenings|nights|afternoons|weekends|(?:mon|tues|"
        rf"wednes|thurs|fri|satur|sun)days) (?:is|are) when I {TIMELESS}[^?]{{4,}})",
    ),
    # with whom they share their days
    (
        StatementType.HABIT,
        r"I (?:call|phone|ring|visit|text|see|meet|write(?: to)?|video-?call) (?P<about>(?:each other|one another|my "
        r"[\w-]+(?: [\w-]+)?) (?:up )?(?:every|each|once|twice|on \w+days)\b[^?]*)",
    ),
    (
        StatementType.FAMILY,
        rf"my (?:\w+[- ])?(?:{KIN}) and (?:his|her|their|my) (?:[\w-]+ ){{0,2}}?(?:{KIN}|{PETS}|boyfriend|"
        rf"girlfriend) (?:both |all )?(?P<about>(?:live|work|have|own|run|are|come|speak|eat|moved|grow|"
        rf"keep)\b{TIMELESS}"
        r"(?! (?:so|really|here|coming|visiting|going|great|amazing|happy)\b)[^?]{3,})",
    ),
    (
        StatementType.FACT,
        rf"I (?:currently |now |still )?share (?P<about>(?:an?|my|our) (?:[\w-]+ ){{0,2}}?{SHARED} with "
        rf"{TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.FAMILY,
        rf"my (?:\w+[- ])?(?:{PETS})(?:'s name is|'s name's| is called| are called| is named| goes by)(?P<about> "
        r"(?-i:[A-Z])[^?]+)",
    ),
    # what runs out, where they work, how they grew up, what they can
    (
        StatementType.FACT,
        r"my (?P<about>(?:[\w-]+ ){0,2}?(?:lease|contract|visa|passport|residence permit|permit|licen[cs]e|"
        r"subscription|membership|insurance|probation|warranty|notice period|parental leave|maternity leave|"
        r"sabbatical) (?:ends?|expires?|runs? out|runs until|renews?|starts?|is valid|is up) [^?]{2,})",
    ),
    (
        StatementType.FACT,
        rf"{I_AM} (?:currently |now |also )?(?:on|in|part of) (?P<about>(?:an?|the) (?:(?!\b(?:way|mood|call|"
        rf"hurry)\b)[\w-]+ ){{0,3}}(?:team|squad|crew|department|lab|unit)(?: of| at| that| in| "
        rf"with)\b{TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.FACT,
        rf"I (?:grew up|was raised) (?P<about>(?:bilingual|trilingual|multilingual|speaking|between|without|"
        rf"vegetarian|vegan|religious|catholic|jewish|muslim|poor|as an?|by|eating|playing)\b{TIMELESS}[^?]*)",
    ),
    (
        StatementType.FACT,
        rf"I can (?:also |only |already |still )?(?P<about>(?:read|speak|write|understand)(?: (?:and|but not) \w+)? "
        rf"(?:a little |some |fluent |basic |enough )?{LANGUAGES}\b{TIMELESS}[^?]*)",
    ),
    # how they want to be reached and answered
    (
        StatementType.DIRECTIVE,
        r"(?:please |just |always )?(?P<about>(?:text|e-?mail|message|call|write(?: to)?|ping|dm) me,? (?:rather "
        r"than|instead of|not|don't) (?:an? )?(?:call|text|e-?mail|ring|phon|messag|writ|slack|dm)\w*\b[^?]*)",
    ),
    (
        StatementType.DIRECTIVE,
        r"(?:please )?(?:just|only) (?:give|show|send) me (?P<about>(?:the )?(?:code|answer|result|summary|facts|"
        r"diff|command|numbers|links?|translation)s?,? (?:no|without(?: any)?|and no|not the|skip the) "
        r"[\w -]{3,40}\W*$)",
    ),
    # what they are good or bad at, cannot do without, could have every day
    (
        StatementType.IDENTITY,
        rf"{I_AM} (?P<about>(?:really |pretty |quite |absolutely |so |a bit |very )?(?:terrible|bad|awful|hopeless|"
        rf"useless|poor|great|excellent|good|slow|quick|clumsy|rusty|shy) (?:at|with) {A_THING}{TIMELESS}"
        r"(?!(?:me|us|my|today|the moment|all|him|her|them|everything)\b)[^?]{4,})",
    ),
    (
        StatementType.FACT,
        r"my (?P<about>(?:handwriting|spelling|typing|sense of direction|sense of smell|memory for \w+|grammar|"
        r"accent|singing voice|time management) (?:is|has always been) (?:really |pretty |quite |very |so |rather "
        r")?(?:terrible|bad|awful|poor|good|great|rusty|strong|hopeless|illegible|slow|fast|messy|not (?:very |that "
        r")?good)\b[^?]*)",
    ),
    (
        StatementType.FACT,
        r"I (?:really )?(?P<about>(?:can't|can not|cannot|can never|never) (?:fall asleep|sleep|work|focus|"
        r"concentrate|start (?:my|the) (?:day|morning)|function|think|relax|cook|run|study|write|read|leave (?:the "
        r"house|home)|drive|travel|"
        rf"fly) without {A_THING}{TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.PREFERENCE,
        rf"I could (?:easily |happily )?(?P<about>(?:eat|drink|watch|read|listen to|play|wear|do|live on) "
        rf"{A_THING}{TIMELESS}"
        r"[\w' -]{3,40} (?:every (?:single )?(?:day|morning|night)|all day(?: long)?|for ever|forever|for hours|all "
        r"the time)\b[^?]*)",
    ),
    (
        StatementType.DISLIKE,
        rf"(?P<about>{A_THING}[\w' -]{{3,40}}) (?:tastes?|smells?) (?:like|of) (?:soap|dirt|metal|chalk|plastic|"
        r"grass|feet) (?:to|for) me\b[^?]*",
    ),
    # what they do, and how often
    (
        StatementType.HABIT,
        r"I (?P<about>(?:sing|act|dance|row|play(?! with)|compete|perform|serve|sit|help out|teach|train) (?:in|at|"
        r"with|for|on) "
        rf"(?:an?|my|the local|our|two|three) (?!(?:bit|way|row|minute|moment|while)\b){TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.HABIT,
        rf"I (?P<about>[a-z]{{3,}}(?<!ed) {A_THING}{TIMELESS}[\w' -]{{3,60}} most (?:nights|days|mornings|evenings|"
        rf"weekends|"
        r"afternoons|weeks|summers|winters|of the (?:time|year))\b[^?]*)",
    ),
    (
        StatementType.HABIT,
        rf"I (?P<about>(?:write|use|read|eat|drink|watch|listen to|play|wear|code in|program in|speak|cook|buy) "
        rf"(?:mostly|mainly|almost only|almost exclusively|primarily) {A_THING}{TIMELESS}[^?]{{2,}})",
    ),
    (
        StatementType.WORK,
        rf"{I_AM} (?P<about>on (?:call|duty|night duty|shift) (?:every|each|on|once|one|two|three|"
        rf"at)\b{TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.GOAL,
        rf"{I_AM} (?P<about>(?:halfway|half way|partway|a third of the way|almost|nearly) (?:through|done with|"
        rf"finished with) "
        r"(?:an?|my) (?:(?!(?:book|chapter|page|cup|meal|bottle|bowl|film|movie|episode|series|report|email|"
        r"list)\b)[\w'-]+ ){0,3}(?:course|degree|bootcamp|master'?s|phd|doctorate|training|apprenticeship|programme?|"
        r"certificate|thesis|novel|residency|pregnancy|studies|renovation)\b[^?]*)",
    ),
    (
        StatementType.FACT,
        r"my (?P<about>(?!(?:code|file|script|function|variable|app|song|story|poem|character|hero|"
        r"project)\b)[\w -]{2,30} (?:is|are) (?:called|named) (?-i:[A-Z])[^?]*)",
    ),
    (
        StatementType.HABIT,
        rf"I {ADVERBS}{VERB}(?P<about> (?:(?!(?:for|with|about|so|some|any|all|no|these|those)\b)[a-z-]{{3,}} "
        rf")?(?:[a-z]{{3,}}"
        r"(?<!s)s|(?-i:[A-Z])[\w-]+(?: \d+)?))\W*$",
    ),
    (
        StatementType.HABIT,
        rf"I (?:recharge|relax|unwind|decompress|de-?stress|wind down|clear my head|work ?out|exercise) "
        rf"(?P<about>(?:by|with|through|alone|outside|at|before|after|during|over) {A_THING}{TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.HABIT,
        rf"I (?P<about>(?:take|drive|walk|bring|pick|drop|cycle) (?:the|my|our) (?:{KIN}|{PETS}) (?:up |off )?(?:to|"
        rf"at|from|before|after|in)\b{TIMELESS}[^?]* (?:at|every|before|after|each|on) (?:\d|\w+days|half|noon|work|"
        rf"school|six|seven|"
        r"eight|nine|ten|one|two|three|four|five|morning|day)\b[^?]*)",
    ),
    (
        StatementType.FACT,
        rf"{I_AM} (?:(?:usually|always|only|never|not) )?(?P<about>(?:free|busy|off|unavailable|available|away|home|"
        rf"in the office|"
        r"at the office|working from home) (?:on|every|in the|until|before|after) (?:\w+days|\w+day (?:mornings|"
        r"afternoons|evenings|nights)|weekends|weekdays|mornings|afternoons|evenings)\b[^?]*)",
    ),
    (
        StatementType.IDENTITY,
        rf"{I_AM} (?:currently |now |still )?on (?P<about>an? (?:(?!(?:crash|new|bit)\b)[\w-]+ "
        rf"){{1,3}}diet\b{TIMELESS}[^?]*)",
    ),
    (
        StatementType.DISLIKE,
        rf"(?P<about>{A_THING}[\w' -]{{3,40}}) (?:makes?|leaves?) my (?:skin|nose|eyes|throat|mouth|scalp|hands|"
        r"face) (?:itchy?|run|water|swell|burn|dry|red|tingle|peel)\b[^?]*",
    ),
    (
        StatementType.DISLIKE,
        r"my (?:stomach|skin|body|gut|knees|back|eyes|ears) (?:doesn't|don't|can't|cannot|won't) (?:tolerate|handle|"
        r"agree "
        rf"with|like|stand|take|cope with|digest)(?P<about> {A_THING}{TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.FACT,
        rf"my (?P<about>(?:(?:work|home|old|own) )?(?:laptop|computer|desktop|phone|server|machine|pc|nas|router|"
        rf"website|blog|car|boat|heating) runs (?:on )?(?!(?:slow|fast|hot|well|fine|out|"
        rf"low)\b){A_THING}{TIMELESS}[^?]{{3,}})",
    ),
    (
        StatementType.FACT,
        r"my (?P<about>(?:accent|background|heritage|roots|ancestry|family) (?:is|are) (?:half |partly |mostly |"
        r"originally )?(?-i:[A-Z])[^?]*)",
    ),
    (
        StatementType.FACT,
        r"I(?:'ve| have) (?P<about>(?:run|visited|read|climbed|written|been to|lived in|completed|owned|published|"
        r"hiked|raised|competed in) (?:over |more than |about |around |almost |nearly )?(?:two|three|four|five|six|"
        r"seven|eight|nine|ten|"
        rf"eleven|twelve|\d+|dozens of|hundreds of|several|many|all|every|half) {TIMELESS}[^?]{{4,}})",
    ),
    (
        StatementType.FAMILY,
        rf"my (?:best|oldest|closest) friends?,? (?:(?-i:[A-Z])\w+,? )?(?P<about>(?:lives?|works?|is an?|are|has|"
        rf"have|speaks?|studies|teaches|runs?|owns?|comes? from)\b{TIMELESS}(?! (?:so|really|very|been|always|"
        rf"just)\b)[^?]{{3,}})",
    ),
    (
        StatementType.FAMILY,
        rf"my (?:\w+[- ])?(?:{KIN}) (?:is|are) (?P<about>(?:doing|studying for|finishing|taking|sitting) (?:his|her|"
        rf"their|an?) "
        r"(?:(?!(?:homework|exam|nap|test)\b)[\w'-]+ )?(?:a[- ]levels?|gcses?|sats?|degree|abitur|finals|"
        r"apprenticeship|master'?s|phd|driving (?:test|lessons)|internship|residency|gap year)\b[^?]*)",
    ),
)
