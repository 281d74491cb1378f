"""The forms in which people speak of themselves, give directions and correct, in English: no topics.

Each is tried where a clause begins. The group `about` is what the statement is about, as far as the clause goes.
"""

from memoryweb.learning.extraction.types import Sort, forms

# fmt: off
# ruff: noqa: E501  one form a line, however long: it is read as a table
# Small words between "I" and the verb that change nothing, or everything ("never").
ADVERB = (
    r"(?:really|truly|absolutely|definitely|strongly|greatly|deeply|firmly|genuinely|personally|particularly|especially|"
    r"generally|usually|normally|typically|mostly|mainly|primarily|exclusively|strictly|only|always|never|rarely|seldom|"
    r"hardly(?: ever)?|often|sometimes|occasionally|frequently|still|also|just|simply|much|far|highly|very much|actively|"
    r"consciously|intentionally|deliberately|completely|totally|utterly|adamantly|vehemently|intensely|extremely|quite|"
    r"rather|kind of|kinda|sort of|honestly|actually|currently|now|mildly|severely|quietly|tend to|try to|like to try to|"
    r"do|even|secretly|equally|consistently|almost always|almost never|at all costs|slightly|wholeheartedly|thoroughly|"
    r"increasingly|naturally|instinctively|regularly|routinely|no longer|by default|in general|as a rule|for the most part)"
)
ADVERBS = rf"(?:{ADVERB},? ){{0,4}}"
HABIT = (  # said with "always", "never", "only", "don't": one's way of life
    r"(?:eat|drink|wear|watch|listen|read|play|drive|ride|cycle|bike|commute|travel|fly|cook|bake|run|swim|hike|walk|jog|sleep|"
    r"nap|wake|get up|go|train|exercise|work|study|teach|write|buy|shop|follow|subscribe|take|speak|own|use|keep|collect|"
    r"practi[sc]e|attend|support|consume|book|stay|order|choose|pick|opt|invest|spend|live|date|smoke|gamble|vote|believe|"
    r"trust|participate|engage|visit|rent|carry|put|add|start|begin|end|finish|plan|check|answer|reply|share|post|sit|stand|"
    r"meditate|pray|fast|celebrate|decorate|dress|accept|tolerate|consider|patroni[sz]e|dine|shower|bring|pay|"
    r"do (?:not )?(?:well|my|yoga|any|sports?)|rely|respond|prioriti[sz]e|adhere|stick|gravitate|lean|maintain)"
)
LIKES = (
    r"(?:prefer|favou?r|like|love|adore|enjoy|appreciate|value|cherish|treasure|relish|savou?r|admire|crave|"
    r"dig|fancy|gravitate towards?|lean towards?|opt for|go for|live for|thrive (?:on|in|with)|swear by|"
    r"have (?:always )?(?:loved|liked|enjoyed|preferred)|care (?:a lot|deeply|more)? ?about|look for|prioriti[sz]e|"
    r"believe in|insist on|am into|work best|learn best|focus best|concentrate best|think best|do best|perform better)"
)
DISLIKES = (
    r"(?:dislike|hate|loathe|detest|despise|abhor|resent|avoid|refuse|reject|fear|dread|mind|"
    r"steer clear of|stay away from|shy away from|keep away from|struggle (?:with|to)|oppose|disapprove of|boycott|"
    r"could(?:n't| not) care less about|could do without|have (?:always )?(?:hated|disliked|avoided))"
)
NOT = r"(?:do not|don't|dont|would not|wouldn't|will not|won't|can not|cannot|can't|cant|could never|am unable to|refuse to|would never|will never)"
CANNOT = r"(?:stand|bear|tolerate|abide|stomach|handle|take|eat|drink|wear|use|consume|do without|live without|function without|be around|go near|deal with|sleep|focus|concentrate|work|digest|drive|swim|cook|ride|cope)"
DO_NOT = (
    rf"(?:(?:really|particularly|especially|usually|generally|ever|even|actually|personally|quite|much) ){{0,2}}"
    rf"(?!believe\b(?! in)|think|answer|follow(?! the news| football)|share|put|need)(?:like|love|enjoy|care for|care about|appreciate|prefer|fancy|trust|believe in|tolerate|want to (?:live|be|feel|have|spend|see|support|wear|eat|own)|{HABIT})"
)
FEELS = (
    r"(?:(?:[\w-]+ly|very|so|quite|rather|too|not|also|a bit|pretty|really|a huge|a big|in|more|most|much|always|never|still) ){0,3}"
    r"(?:allergic to|intolerant (?:to|of)|sensitive to|averse to|opposed to|against|afraid of|scared of|terrified of|"
    r"uncomfortable (?:with|in|around)|comfortable (?:with|in|around)|fond of|keen on|into|crazy about|mad about|obsessed with|"
    r"passionate about|partial to|addicted to|hooked on|picky (?:about|with)|particular about|strict about|tired of|sick of|"
    r"fed up with|bored (?:by|of|with)|annoyed by|bothered by|turned off by|put off by|wary of|skeptical (?:of|about)|"
    r"(?:interested|invested) in(?! (?:(?!garden|cook|read|paint|writ|sail|cycl|hik|climb|knit|program|cod|bak|box|photo)\w+ing|an?|the|some|new|any|this|that|your)\b)|disinterested in|uninterested in|not interested in|drawn to|attracted to|committed to|dedicated to|used to|"
    r"accustomed to|claustrophobic|all about|a (?:huge |big |massive |real |die-hard |avid )?(?:fan|lover|fanatic|believer|enthusiast|sucker)\b|"
    r"(?:huge |big )?fan of|more of an? [\w-]+ (?:person|drinker|kind)|happiest|most productive|at my best|better at)"
)
FEELING = (
    r"(?:(?:an?|no|little|zero|some|my|any|the) )?(?:(?!interview|meeting|question|problem|issue)[\w-]+,? (?:and )?){0,4}?"
    r"(?:aversion|dislike|distaste|phobia|fear|preference|allerg(?:y|ies)|intolerance|sensitivit(?:y|ies)|interest|soft spot|"
    r"weakness|hatred|disdain|passion|love|fondness|sweet tooth|penchant|affinity|objection|bias|disability|appetite|tolerance|patience|disease|disorder|"
    r"condition|diet|restrictions?|dyslexia|adhd|desire|use for|sensitive (?:skin|stomach|ears|teeth|eyes)|hard time|trouble|difficulty)\b"
)
RESTRICTED = r"(?:an? (?:strict |lifelong |ethical |committed |longtime )?)?(?:[\w-]+ )?(?:vegan|vegetarian|pescatarian|pescetarian|flexitarian|omnivore|carnivore|teetotal(?:l?er)?|sober|celiac|coeliac|diabetic|lactose[- ]intolerant|gluten[- ]free|halal|kosher|colou?r[- ]?blind|dyslexic|left[- ]handed|right[- ]handed|introvert(?:ed)?|extrovert(?:ed)?|claustrophobic|hard of hearing|visually impaired|minimalist|morning person|night owl|early bird|early riser|night person|evening person|people person|cat person|dog person|homebody|visual learner|auditory learner|perfectionist|deaf|blind|atheist|christian|muslim|jewish|hindu|buddhist|married|single|divorced|widowed|retired|unemployed|self-employed|freelance|bilingual|vegetarian)\b"
NOT_WORTH = (  # what follows is about this talk, not about the person
    r"(?!(?:it|this|that|these|those|them|him|her|you|your|yours|what you|how you|where you|how this|the way (?:you|this)|"
    r"the (?:first|second|third|fourth|last|latter|former|other|new|old|above|following|idea(?! of)|answer|result|output|code|one|"
    r"previous|current|word|question|problem)|to (?:think|see|know|hear|say|point|ask|add|mention|thank|note|understand)|both|all of|"
    r"option|version|number|either|neither|one of)\b(?! when| if| with my))"
)
PLACE = (
    r"(?!the (?:following|above|moment|middle)|a (?:moment|second|minute|few)|case|this|that|these|fact|general|order)"
)
KIN = r"(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|kids?|child|children|baby|mother|mom|mum|father|dad|parents|brother|sister|siblings?|twins?|dogs?|cats?|puppy|kitten|family)"
CALLED = r"(?:full |first |last |middle |nick)?(?:name|birthday|birth date|pronouns|time ?zone|hometown|home town|native language|mother tongue|first language|job|occupation|profession|major|nationality|religion|shoe size|height|age|handle|username|address|email|blood type|star sign|team|company|employer|city|country|work|hobby|hobbies)"
GOAL = r"(?:learn|become|run|lose|gain|quit|stop|finish|build|write|save|buy|move|improve|master|graduate|pass|start|launch|publish|retire|visit|get|reach|read|climb|travel|speak|complete|be able to|eat|cut|reduce|exercise|walk|switch|grow|change|live|earn|win|grow)"
BY_WHEN = r"(?:by (?:the end|next|this|summer|winter|spring|autumn|fall|christmas|january|february|march|april|may|june|july|august|september|october|november|december|20\d\d|my)|before (?:i|the|my|next)|(?:this|next) (?:year|summer|winter|spring|autumn|fall|month|season)|some ?day|one day|in (?:the next )?(?:\w+ )?(?:months?|years?)|within)"

OFTEN = r"(?:always|never|usually|only|mostly|mainly|primarily|rarely|seldom|hardly(?: ever)?|typically|generally|normally|often|sometimes|occasionally|frequently|exclusively|strictly|tend to|almost (?:always|never)|regularly|routinely|consistently|no longer|as a rule|by default|consciously|intentionally|deliberately|actively|adamantly)"
PAST = r"(?:got|went|had|was|were|saw|came|made|said|did|thought|think|knew|know|found|felt|took|told|gave|ran|met|bought|want|need|get|have|see|hope|wonder|understand|understood|realize|heard|hear|mean|meant|notice)"
I_AM = r"(?:I'm|I am|im)"
I_HAVE = r"I(?:'ve| have)(?: got)?"


# The first that fits decides.
FORMS = forms(
    (Sort.GOAL, rf"{I_AM} (?:currently |now |still )?(?:training for|saving(?: up)? (?:for|to)|working towards?|studying for|preparing for my|learning|aiming (?:to|for)|hoping to (?=.*{BY_WHEN}))(?P<about> .+)"),
    (Sort.GOAL, rf"{I_AM} (?:currently |now |still )?(?:trying|attempting) to (?:be more|eat|lose|quit|stop|cut|learn(?! more)|save|reduce|get better|get fit|drink|sleep|spend less|exercise|avoid|live|wake|stay)(?P<about> .+)"),
    (Sort.GOAL, r"(?:my (?:[\w-]+ ){0,2}(?:goal|aim|dream|ambition|resolution|objective|target)s? (?:(?:this|next) \w+ |right now )?(?:for [\w ]{1,30} )?(?:is|are)|I aim (?:to|for)|I(?:'ve| have) set (?:myself )?a goal)(?P<about> .+)"),
    (Sort.GOAL, rf"I(?: really)? (?:want|hope|plan|intend|would like|would love)(?= to {GOAL}\b[^?]*\b{BY_WHEN})(?P<about> .+)"),
    (Sort.GOAL, rf"(?:{I_AM} (?:planning|hoping|going)|I'd (?:like|love))(?= to {GOAL}\b[^?]*\b{BY_WHEN})(?P<about> .+)"),
    (Sort.GOAL, r"I(?: really| always)? (?:want|have wanted)(?= to (?:become|quit|lose|master|retire|move to|learn (?:how )?to (?!use)\w+ (?!in\b)))(?P<about> .+)"),
    # liking and not liking
    (Sort.PREFERENCE, rf"I(?:'ve| have)? (?:{ADVERBS}{LIKES}|(?:always|never|long|grown to|come to|since) (?:\w+ )?(?:loved|liked|enjoyed|preferred|hated|disliked|avoided|wanted|love|like|hate|prefer))\b(?: {NOT_WORTH})(?P<about>.+)"),
    (Sort.PREFERENCE, rf"I {ADVERBS}(?:work|learn|focus|concentrate|think|do|perform|sleep|study|write|feel|function) (?:much |far |my )?(?:best|better|worst|worse|most)\b(?P<about>.*)"),
    (Sort.DISLIKE, rf"I(?:'ve| have)? {ADVERBS}{DISLIKES}\b (?!to (?:say|ask|bother|admit|break|interrupt|be the)){NOT_WORTH}(?P<about>.+)"),
    (Sort.DISLIKE, rf"I {ADVERBS}(?:(?:{NOT}) (?:{ADVERB} )?(?:{CANNOT})|(?:can't|cannot|can not) have)\b (?!(?:it|this|that|with|my (?:computer|file|code))\b(?! when))(?P<about>.+)"),
    (Sort.DISLIKE, rf"I {ADVERBS}(?:{NOT}) {DO_NOT}\b(?:(?: (?!to (?:the|say)){NOT_WORTH})(?P<about>.+)|[.! ]*$)"),
    (Sort.DISLIKE, r"I(?: really| absolutely)? (?:don't|do not|won't|will not|no longer) (?:want|need)(?= (?:any|my|to (?:be|hear|receive|get) )(?!help))(?P<about> .+)"),
    (Sort.PREFERENCE, r"I(?:'d| would) (?:(?:much|far|always|definitely|really|generally) ){0,2}(?:rather|sooner|prefer)(?: (?:it )?(?:if|that))?(?P<about> (?!this|that one|the (?:first|second)).+)"),
    (Sort.DISLIKE, r"I(?:'d| would) (?:never|not|always|hate to|only)(?P<about> (?!have (?:guessed|thought|known)|felt|seen|been|had|thought|heard|\w+ed\b|be able).+)"),
    (Sort.DISLIKE, rf"{I_AM} (?:{ADVERBS})not (?:really |particularly |much |exactly |at all )?(?:a|an|one|the)(?: [\w-]+){{0,2}} (?:fan|lover|person|drinker|eater|one|type|kind|believer|big)\b(?P<about>.*)"),
    (Sort.DISLIKE, rf"{I_AM} {ADVERBS}(?:not|no(?!w)\b|never|neither)\b {FEELS}(?P<about>.*)"),
    (Sort.IDENTITY, rf"(?:as )?(?:{I_AM}|I(?:'ve| have)(?: always)? been|I was born|I (?:became|went|turned)) {ADVERBS}(?:not (?:a |an )?)?(?P<about>{RESTRICTED}.*)"),
    (Sort.PREFERENCE, rf"(?:{I_AM}|I(?:'ve| have)(?: always| never)? been|I (?:get|become|feel|grew|have grown|have become)) {ADVERBS}{FEELS}(?! (?:this|that|it)\b)(?P<about>.*)"),
    (Sort.DISLIKE, r"I (?:(?:get|feel|become|start feeling) )(?:(?:easily|really|very|so|extremely|too|quickly|often|always|rather|pretty|incredibly) ){0,2}(?:anxious|uncomfortable|nervous|overwhelmed|stressed|distracted|bored|annoyed|frustrated|irritated|claustrophobic|seasick|carsick|motion sick|airsick|dizzy|nauseous|sick|queasy|irritable|sleepy|tired|lost|lonely)\b(?P<about> .+)"),
    (Sort.PREFERENCE, rf"{I_HAVE} {ADVERBS}{FEELING}(?: (?:for|to|of|in|with|against|towards?|when|on|that)\b(?! (?:this|that) (?:code|problem|question|file|error)))?(?P<about>.*)"),
    (Sort.DISLIKE, rf"I {ADVERBS}(?:don't|do not|have never|never)(?: really)? (?:have|had) (?:(?:much|any|the|a lot of|an|a) )?(?:time for|patience|interest|taste|stomach|use for|car|pets?|kids|children|tv|television|driver|driving)\b(?P<about>.*)"),
    (Sort.DISLIKE, r"I (?:(?:have|lack|lost|have lost) )(?:no|any|all|little|zero)? ?(?:interest|patience|tolerance|desire|use|time)\b(?P<about>.*)"),
    (Sort.PREFERENCE, r"I (?:\w+ly )?(?:find|consider|think)(?! (?:this|that|it (?:hard|difficult|strange|weird|odd|interesting) that|a|an|out|the (?:error|bug|answer|code|file)|my|any|some|where|how|i|we|you)\b)(?P<about> (?:[\w',-]+ ){0,14}?(?:to be |too |very |so |quite |more |rather |really |incredibly |extremely |highly |a bit |overly |not )*\b(?:[\w-]+(?:ing|ive|ful|able|ible|less|ous|ant|ent|tic|ish)|hard|difficult|easy|easier|boring|dull|bland|gross|cheap|off-putting|tedious|loud|ugly|useless|slow|unsafe|unnatural|stale|generic|shallow|cheesy|harsh|predictable|impersonal|artificial|superficial|sad|bad|good|great|best|better|cute|fun|cool|unhealthy|dry|dated|outdated|cliched|overrated|therapeutic|disorienting)\b.*)"),
    (Sort.PREFERENCE, r"I find (?:it )?(?:[\w-]+ly |too |very |so |really |quite |hard |more ){0,3}(?:hard|difficult|easier|easy|challenging|impossible|helpful|relaxing|boring|annoying|frustrating|distracting|stressful|exhausting|uncomfortable|overwhelming|motivating)\b (?:to|when|if)(?P<about> (?!understand (?:this|the)|find|follow (?:this|the|your)).+)"),
    (Sort.PREFERENCE, r"I (?:(?:very )?(?:firmly|strongly|truly|deeply|genuinely|really)) (?:believe|feel|think)(?: that)?(?P<about> .+)"),
    # habits
    (Sort.HABIT, rf"I(?: will|'ll) (?:only|never|always|not) (?:{HABIT})\b(?! (?:this|that|it|the)\b)(?P<about>.+)"),
    (Sort.HABIT, r"I (?:\w+ )?only want(?! (?:to (?:know|see|change|use|get|add|fix|ask|say|do|make|remove|show|check|print)|the|this|that|it|one|a|two|you)\b)(?P<about> .+)"),
    (Sort.HABIT, rf"I (?:(?:{ADVERB},? )?{OFTEN},? (?:{ADVERB} )?(?:{HABIT}|(?!{PAST}\b)[a-z]{{3,}}(?<!ed))|(?!just |even |now )(?:{ADVERB} ){{1,3}}(?!(?:go|add|put|share|finish|plan|check|start|begin|do|believe|get up|take|need|use this)\b){HABIT})\b(?! (?:this|that|it|an error|your|the (?:following|error|same))\b)(?P<about>.+)"),
    (Sort.HABIT, r"I (?:tend to|make (?:it )?a point|(?:try|like|prefer|make sure) (?:not )?to always|am used to|am accustomed to|limit|restrict|take my|follow|adhere to|stick to|keep to|maintain|observe|practi[sc]e|rely on|depend on|care about|eat|drink|wear|smoke|speak|cook|collect|commute|meditate|jog|cycle|fast|hike|bake|sleep|wake up|get up|go to bed)\b(?! (?:this|that|it|the (?:following|above|steps|instructions))\b)(?P<about>.+)"),
    (Sort.HABIT, r"I (?:play|drive|ride|take|train|exercise|work ?out|read|watch|listen to|listen|swim|run|shop|walk|paint|draw|garden|volunteer|travel|do yoga|teach|coach|use|write|code|program|go|study|review|check|buy|order)\b(?! (?:this|that|it|the (?:following|above|code|file|steps|command|article|first|second)|a (?:function|script|program|loop))\b)(?=.*\b(?:every|each|daily|weekly|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|on weekends|in the (?:morning|evening|afternoon)s?|at night|for (?:work|fun|a living|exercise)|(?:once|twice|\w+ times) a|when(?:ever)?|before (?:bed|work|breakfast)|after (?:work|dinner|lunch)|most (?:days|of)|instead of|rather than|as (?:my|a)|at home|to (?:relax|unwind|work|the gym)|in (?:a|my|an) ))(?P<about>.+)"),
    (Sort.HABIT, r"I (?:play (?:the |in an? )?|drive (?:an? )|ride (?:an? )|own |speak (?!to|with)|use )(?!(?:this|that|it|following|above|command|code|same|a (?:function|loop|script)|the\b)\b)(?P<about>[^?]{2,80})$"),
    # facts
    (Sort.HOME, rf"(?:I(?:'m| am)? (?:currently |now |just |also )?(?:live|living|reside|residing|moved|relocated|based)|I(?:'ve| have) (?:been living|lived|just moved|moved|recently moved|relocated)|I (?:grew up|was born|recently moved))(?: (?:here|alone|together))?(?= (?:in|to|near|at|on|with|outside|close|by|alone|\w+ minutes) {PLACE})(?P<about> .+)"),
    (Sort.WORK, r"I(?:'m| am)? (?:currently |now |also |mostly |just started )?(?:work|working)(?= (?:as|at|for|in|from|part|full|night|with|remotely|on (?:weekends|\w+days|night)) ?)(?! (?:in progress|with this|on this|for me|as (?:expected|intended)|at all))(?P<about> .+)"),
    (Sort.NAME, r"(?:my (?:full |first |last |middle |nick)?name(?:'s| is)|(?:you can |please |just )?call me|I go by|I'm called|everyone calls me|people call me)(?! (?:back|when|if|later|at)\b)(?P<about> .+)"),
    (Sort.FACT, rf"my {CALLED}(?:'s|s? (?:is|are|was))(?! (?:not )?(?:working|broken|failing|giving|due|to|on fire|driving|asking))(?P<about> .+)"),
    (Sort.FAMILY, rf"my (?:\w+[- ])?(?:{KIN})(?:,? [A-Z]\w+,?)?(?:'s(?= (?:an?|the|not|in|from|allergic|called|named|turning|\d+|name|birthday|vegan|vegetarian)\b)| is| are| has| have| lives?| works?| was born| turns?)(?! (?:really|always|so|said|told|asking|asked|always|been asking|called (?:me|to))\b)(?P<about> .+)"),
    (Sort.FAMILY, r"I have (?:an?|one|two|three|four|five|six|\d+|no)(?: [\w-]+){0,3} (?:kids?|child|children|sons?|daughters?|cats?|dogs?|pets?|brothers?|sisters?|siblings|twins|puppy|kitten|toddlers?|boys?|girls?|parrots?|rabbits?|horses?|hamsters?|wife|husband|girlfriend|boyfriend)\b(?P<about>.*)"),
    (Sort.FACT, rf"{I_AM} (?:\d{{1,3}}(?: years? old)?\b(?! (?:minutes|%|percent|pages))|in my (?:\w+ )?\w+ties|from (?!the (?:following|above))|originally from|a native|fluent in|\d'\d|years old|born in|married|a (?:\w+ )?(?:mother|father|parent|mom|dad) (?:of|to))(?P<about>.*)"),
    (Sort.WORK, rf"{I_AM} (?:currently |also )?an? (?:[\w-]+ ){{0,3}}?(?:[\w-]*(?:ist|ologist|ian|eer|wright|smith|yer|cher|octor|urse|hef|river|esigner|eveloper|anager|nalyst|onsultant|rtist|ctor|tudent|ditor|esearcher|rammer|rchitect|ccountant|lerk|ilot|armer|uthor|riter|reelancer|hotographer|arpenter|lectrician|lumber|ounder|ntrepreneur|arer|rofessor|entor|oach|rainer|arber|istrator|aker|ook|ailor|oldier|ssistant|ecretary|entist|cientist|ssistant|irector|arent|other|ather))\b(?! (?:looking|trying|working on this|and (?:i )?(?:need|want))\b)(?P<about>.*)"),
    (Sort.FACT, r"my (?!(?:code|file|program|script|computer|boss|manager|question|problem)\b)[\w' ]{1,60}? (?:is|are) (?:usually|always|never|generally|typically)(?P<about> .+)"),
    (Sort.FACT, r"I (?:study|major in|majored in|studied|graduated from|am studying|was raised|teach|run a|own an?|co-?own|speak|was diagnosed with|can't have|have (?:celiac|coeliac|asthma|diabetes|dyslexia|adhd|autism|arthritis|chronic|epilepsy|insomnia|psoriasis|eczema|ibs|an autoimmune|a (?:bad|weak|sensitive) (?:back|knee|stomach|heart|skin)|bad knees|sensitive|curly hair|dry skin|oily skin|long hair|short hair)|get (?:motion sickness|seasick|carsick|migraines|heartburn))\b(?! (?:this|the following))(?P<about>.*)"),
    (Sort.CHANGE, r"I(?:'ve| have)? (?:recently |just |finally |now |already )?(?:stopped|quit|given up|gave up|switched (?:from|to|over)|(?<=ve )started|(?<=recently )started|(?<=now )started|begun|cut (?:out|down|back)|changed (?:my mind|jobs?)|developed a (?:taste|liking)|grown to|come to (?:like|love|hate|prefer)|become|got (?:into|married)|adopted)(?! (?:this|the (?:following|program|server|app|service|container|code)|getting|it|running|seeing|an? (?:error|new (?:chat|project)))\b)(?P<about> (?!through|over|ahead|to the (?:page|settings)).+)"),
    (Sort.PREFERENCE, r"(?:my|our) (?:(?:all[- ]time|absolute|personal|current|most|least|own|new) ){0,3}(?:favou?rite|go-to|preferred|ideal|preference|perfect|dream|comfort|usual|guilty pleasure|pet peeve|sweet spot|weakness|top (?:choice|priority|pick))s?\b(?P<about>.*?\b(?:is|are|was|would be|=|'s|lies|has always been|:).*)"),
    (Sort.PREFERENCE, r"(?:the|one) (?:thing|part|feature|kind)s?(?: \w+){0,3} I (?:care about|value|love|hate|like|dislike|enjoy|want|need|can't stand)(?: (?:the )?(?:most|least|best))?\b(?P<about>.*? (?:is|are) .+)"),
    (Sort.FACT, r"(?:we're|we are) an? (?:family|couple|household|team)(?P<about>.*)"),
    (Sort.HABIT, r"I(?:'ve| have) been(?= \w+ing\b.*\b(?:since|for (?:\w+ ){0,2}(?:years|decades|months))\b)(?! (?:waiting|trying|getting|having|seeing))(?P<about> .+)"),
    (Sort.NEED, r"I (?:really |always |usually |absolutely |do |also |only )?need(?= (?:(?:my|at least|plenty of|lots of|absolute|complete|total|quiet|silence|wheelchair|step-free|subtitles|captions|large print|to (?:be|have|eat|sleep|take|feel|stay|move|avoid|know (?:in advance|why))|an? (?:quiet|private|strict|good night|clear|fixed|dedicated|firm)|on-?site)\b|[^?]*\b(?:when(?:ever)?|while|every|each|before|to (?:concentrate|focus|work|function|sleep|feel|relax|stay|be productive|be happy|unwind|be considered)|in order to|in (?:my|a) (?:life|home|job|car|hotel|relationship))\b))(?! to (?:be able to|have (?:a|an|the)|know)|[^?]*\b(?:code|function|script|summary|list|example|email|help)\b)(?P<about> .+)"),
    (Sort.WISH, r"I(?: (?:want|need|expect)|(?:'d| would) (?:like|want|love))(?= all (?!of (?:this|the)|the (?:above|files))(?:[\w-]+ ){{1,3}}(?:in|to|as|with)\b| (?:all |every |each |any )?(?:of )?(?:my|your|you to (?:always|never|keep|stop|avoid|only|call|address|remember|use|be|speak|reply|respond|answer|give|not|include|end|start|write in|format)|the (?:answers?|repl(?:y|ies)|responses?)|answers|replies|responses|explanations|reports|emails|summaries|everything) )(?![^?.]*\b(?:you to (?:give me (?:a|an|some|the)|be (?:a|an|my)|write (?:a|an|me)|include (?:a|the)|use the (?:following|above))|this (?:text|code|function|email|list|essay)|next (?:message|reply)))(?P<about> .+)"),
    (Sort.WISH, r"I(?: (?:want|need|prefer)|'d like| would like)(?=[^?]*\b(?:from now on|going forward|in (?:the )?future|by default|every (?:week|day|month|morning|time))\b)(?P<about> .+)"),
    (Sort.PREFERENCE, r"(?P<about>(?!(?:it|this|that|he|she|they|what|which|who|nothing|something|everything|there|your|those|these|I|I'm|I've|im|can|could|please|give|find|show|tell|help|need|looking|let|you)\b)[^?\n]{2,200}?)(?<! to) (?:(?:really|always|just|never|usually|absolutely|totally|often|tends? to|can|seriously|genuinely) ){0,2}(?:works? (?:best|better|well|great) for me|suits? me|(?:is|are)(?: not|n't)? (?:really )?(?:for me|my (?:thing|jam|favou?rite|cup of tea|style|go-to|weakness|passion|comfort \w+|pet peeve|preference|nemesis|guilty pleasure|happy place)|not (?:for me|my \w+))|(?:bothers?|annoys?|irritates?|stress(?:es)?|bores?|disgusts?|scares?|terrif(?:y|ies)|frustrates?|drains?|distracts?|overwhelms?|exhausts?|relaxe?s?|calms?|soothes?|fascinates?|motivates?|inspires?|energi[sz]es?|excites?|intimidates?|upsets?|triggers?|nauseates?) me|drives? me (?:crazy|mad|nuts|insane|up)|gets? on my nerves|(?:isn't|aren't|is not|are not|doesn't|don't|does not|do not) (?:my (?:thing|cup of tea|style)|for me|appeal to me|work for me|interest me|agree with me|suit me)|makes? me (?:feel )?(?:sick|anxious|uncomfortable|nauseous|happy|sad|sleepy|nervous|cringe|angry|itch|sneeze|dizzy|tired|stressed|feel|calm|queasy|bloated|uneasy|jittery|lose)|gives? me (?:a headache|headaches|anxiety|energy|hives|a rash|the creeps|heartburn|joy|migraines|peace)|(?:matters?|means?) (?:a lot|more|most|everything)(?: to me)|turns? me off|hurts? my|upsets? my|(?:is|are) (?:very |extremely |really |so )?(?:important|essential|crucial|sacred|a must|a deal-?breaker|non-?negotiable|off[- ]limits|too \w+) (?:to|for) me)\b(?P<rest>.*)"),
    (Sort.PREFERENCE, r"(?:nothing beats|there's nothing (?:better|worse) than|give me(?! (?:an?|the|some|your|more|another|\d|\w+ (?:ideas|examples|options|tips))\b)(?=.* (?:over|any day)\b)|(?:count me out|no thanks?|hard pass|thumbs down) (?:on|for|to|when)|can't stand|cannot stand|(?:not|never) (?:a (?:big |huge )?fan of|into|been into|keen on|fond of)|(?:big|huge|massive) fan of|love|hate|prefer|allergic to)(?P<about> (?!it|this|that|you|your).+)"),
)
# To the assistant.
LANG = r"(?:English|Chinese|Mandarin|Cantonese|Spanish|French|German|Italian|Portuguese|Japanese|Korean|Russian|Arabic|Hindi|Dutch|Swedish|Polish|Turkish|Vietnamese|Thai|Greek|Hebrew|Czech|Danish|Finnish|Norwegian|Ukrainian|Indonesian|British English|American English|my (?:native )?language)"
OUTPUT = (  # what an assistant's answers are made of
    rf"(?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies)|sentences|paragraphs|bullets?(?: ?points?|ed)?|emojis?|exclamation|em[- ]?dashes|jargon|"
    rf"tables?|headings|headers|markdown|plain (?:text|language|english)|metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|24[- ]hour|spelling|(?:formal|informal|casual|friendly|neutral|professional|polite|blunt|direct) ?(?:tone|language|style)?|"
    rf"tone|wordy|verbose|concise|brief|short(?:er)?|to the point|small talk|pleasantries|apologi[sz]\w*|disclaimers?|preamble|filler|fluff|flattery|compliments?|intros?|caveats?|warnings?|"
    rf"code comments?|comments in (?:the )?code|type hints|citations?|sources|references|links|footnotes|units|dates?|formats?|line breaks|bold|italics|capital letters|slang|swear\w*|profanity|idioms|metaphors|analogies|step[- ]by[- ]step|examples|lists|numbers|pdf|word docs?|docx|csv|json|excel|xlsx|svg|{LANG})"
)
ONE_OFF = r"(?:this (?:text|email|letter|code|function|file|list|article|essay|paragraph|table|one|sentence|document|data|image|program|script)|the (?:following|above|second|first|third|last|next|function|code|file|table|script|class|loop|list|previous)|(?:in|for) the (?:table|code|list|function))"
LASTING = r"(?:always|never|from now on|going forward|in (?:the )?future|every time|each time|whenever|by default|at all times|as a (?:general )?rule|ever again|any ?more|when(?:ever)? you|whenever (?:i|we)|all (?:your|my|of (?:your|my))|for all|in all|from here on|henceforth|until i (?:say|tell)|unless i (?:say|ask|tell)|from today)"
POLITE = r"(?:(?:hey|hi|hello|ok|okay|and|also|so|then|but|well|yes|no|actually|claude|assistant|please|pls|kindly|just|btw|by the way|fyi|again|oh|one more thing|reminder|note|ps|p\.s\.|important|instead|can you|could you|would you|will you|would you mind|i(?:'d| would) (?:like|prefer|appreciate it) (?:if )?you (?:to|would|could)|i want you to|i need you to|you should|you must|you can|you don't need to|feel free to|make sure (?:to|you|that you)|be sure to|try to|let's|do me a favou?r and)[,:;—-]* ){0,5}"
BID = r"(?:use|avoid|keep|reply|respond|answer|write|speak|talk|give|include|add|put|skip|omit|drop|leave out|stick to|format|show|start|begin|end|be|call|address|refer|limit|spell|cite|explain|ask|send|export|deliver|provide|convert|assume|suggest|recommend|default to|switch to|prefer|make|remind|list|mention|focus|tell|translate|round|say|sign|quote|return|present|break|check|treat|remember|stop|cut|save|get|offer|book|schedule|order|choose|pick|plan|no|only(?! do)|don't|do not|never|always)"
NO_VERB = r"(?:I|he|she|it|they|we|you|who|what|how|why|where|which|when|if|the|an?|my|his|her|its|our|their|your|this|that|these|those|there|here|all|every\w*|each|both|some|any\w*|no|nobody|people|most|more|much|many|two|three|in|on|at|for|with|from|by|to|and|but|or|so|because|as|is|are|was|were|will|would|should|can|could|may|might|must|not|only|things?|life)"
# Only after the occasion: "When stressed, I choose tea"; alone, "I choose the second" is about a list.
ON_OCCASION = forms(
    (Sort.HABIT, rf"I (?:{ADVERB} )?(?:choose|pick|opt for|go for|focus on|sort|group|arrange|eat|drink|have|listen to|watch|read|sleep|work|sit|wear|cook|order|crave|maintain|stick to|rely on|turn to|reach for|prepare|switch to|need|want|like)\b(?! (?:this|that|it|an? (?:error|problem|question|issue|idea)|the (?:following|same|error|above)|help|to (?:know|ask|see|make sure|be able|get|find|change|add|write|create))\b)(?P<about> .+)"),
)
DIRECTIVES = forms(
    (Sort.DIRECTIVE, rf"{POLITE}(?:don't |do not )?(?:remember|keep in mind|bear in mind|don't forget|do not forget|never forget|note|be aware|take note|for (?:future|your) reference|for the record)(?: for (?:later|next time|the future)| please)?(?:,? that\b|:|,| -)?(?= (?:that (?!sometimes|life|it's never)|i\b|i'm|my |we |to |you (?:can|must|should|have)|not to |the user|when|our |never|always|all |no |only )|(?<=:))(?! (?:that's|to (?:import|run|check|close|save|add)|when (?:we|you) (?:were|talked|said)))(?P<about> .+)"),
    (Sort.DIRECTIVE, rf"(?!you (?:should|must|can|could|may)\b(?!.*\b(?:me|my|{OUTPUT})\b)){POLITE}(?:always|never|don't ever|do not ever)(?: again)?(?! (?:mind|again|heard|seen|been|knew|have|had|wanted|thought|said|a |the |too|say never|good|nice|happy|on\b|up\b|in\b|give up|there|wrong|true|ending|know))(?= (?:again )?[a-z]{{2,}}(?<!ed)(?<!s)\b| (?:address|focus|discuss|express|stress|process|pass|miss|use|guess|embed|feed|need|proceed)\b)(?P<about> .+)"),
    (Sort.DIRECTIVE, rf"{POLITE}(?:from (?:now|here|today|this point) on(?:wards?)?|going forward|in (?:the )?future|from today|henceforth|next time|every time|each time|by default|as a (?:general )?rule|unless i (?:say|ask|tell you)[\w ]{{0,20}}|in general|for now|this time|today|for (?:this|today's) (?:chat|conversation|session)|just this once),? (?:{POLITE})(?={BID}\b|I (?:want|need|prefer|'d like|would like|'d rather))(?P<about>.+)"),
    # What lasts by its own words needs no known verb: any bidding does, and "trains leave at nine" is none.
    (Sort.DIRECTIVE, rf"{POLITE}(?:from (?:now|here|today|this point) on(?:wards?)?|going forward|henceforth|from today),? (?:{POLITE})(?!{NO_VERB}\b|[a-z]+(?<!s)s\b|[\w-]+ (?:will|would|won't|is|are|was|were|has|have|had|can|must|should|may)\b)(?=(?-i:[a-z]{{2,}}) \S)(?P<about>.+)"),
    (Sort.DIRECTIVE, rf"{POLITE}(?:(?:for|in) all [\w ]{{1,40}}|when(?:ever)? (?:you|i|we)[^,]{{2,80}}(?=,)|if i[^,]{{2,60}}(?=,)|for (?:my |all |any |every )?[\w ]{{2,40}}(?=,)|in (?:my|your) [\w ]{{2,40}}),? (?:{POLITE})(?!prefer\b){BID}\b(?P<about>.+)"),
    (Sort.DIRECTIVE, rf"{POLITE}(?:{BID}\b)(?!.*\b{ONE_OFF})(?=[^?\n]{{1,300}}\b{LASTING}\b)(?P<about>.+)"),
    (Sort.DIRECTIVE, rf"{POLITE}(?:call me|address me|refer to me|(?:talk|speak|write) to me|treat me|explain things to me)(?! (?:back|later|about|an?)\b)(?P<about> .+)"),
    (Sort.DIRECTIVE, rf"{POLITE}(?:stop|quit|no need to|there's no need to|enough with)(?= (?:\w+ing\b|the |with |all |your |so |being))(?! (?:the (?:server|container|process|program|script|service|job|app|timer|code)|running))(?P<about> .+)"),
    (Sort.DIRECTIVE, rf"{POLITE}(?:don't|do not|no more|avoid|skip|omit|drop|leave out|cut(?: out)?|spare me|less|fewer|no)(?! (?:worr\w+|problem|thanks|thank|one|idea|way|know|matter|change the|remove the|touch))(?!.*\b{ONE_OFF})(?=[^?\n]{{1,60}}\b{OUTPUT}\b)(?P<about> .+)"),
    (Sort.DIRECTIVE, rf"{POLITE}(?:use|reply|respond|answer|speak|talk|write(?: to me| back)?|communicate|chat|keep|be|stay|stick to|stick with|make|give me|format|include|add|limit|prefer|default to|switch to|go with|export|deliver|send|provide|show)(?!.*\b{ONE_OFF})(?! (?:me|an?(?! (?:[\w-]+ ){{0,2}}(?:tone|style|format|language|voice)\b)|this|that|it(?! (?:short|brief|informal|formal|casual|concise|simple|light)\b)|them|one|two|three|four|five|six|ten|\d+|some|more|python|java\w*|the (?:function|code)|to|there|careful|aware|sure|able|my guest)\b(?! (?:short|brief|concise|simple|formal|casual|bit|little|more) (?:and|please|from|in|with|answers|replies)))(?=[^?\n]{{1,70}}\b{OUTPUT}\b)(?P<about> .+)"),
    (Sort.DIRECTIVE, rf"(?:(?:only|just|strictly) )?(?:short|brief|concise|long|detailed|plain|formal|informal|simple|metric|british|american|bullet points?|bulleted|tables?|markdown|no|without|numbered|{LANG})(?: [\w-]+){{0,6}}(?:,)? (?:please|pls|from now on|only|always|going forward|unless i ask|by default)[.!]*$(?P<about>)"),
    (Sort.DIRECTIVE, r"(?:your|the) (?:answers|replies|responses|explanations|summaries|messages|emails|reports)(?: \w+)? (?:should|must|need to|have to|ought to)(?: \w+)? (?P<about>.+)"),
)
CORRECTIONS = forms(
    (Sort.CORRECTION, r"(?:(?:no|nope|wrong|sorry|wait|hey|again|but|well|please|actually|hm+|ugh|and|not quite|that's wrong|incorrect)[,.!—-]* ){0,3}(?:i (?:really |actually |clearly |specifically |explicitly |only )?(?:meant|said(?! (?:i|we|that i) (?:could|would|will|was))|asked (?:you )?(?:for|to|not)|wanted(?! to)(?=.*(?:, not |\binstead\b|\bnot \w+))|was (?:talking|asking|referring)|told you|requested|specified|mentioned)|i(?:'ve| have) (?:already )?(?:said|told you|asked|mentioned)|i already (?:said|told you|asked|mentioned)|as i (?:said|mentioned|told you)|like i said|i (?:didn't|did not) (?:ask|want|say|mean)(?: for| to| you)?|i never (?:asked|wanted|said|meant)|i don't mean)\b(?! (?:that|to (?:ask|say) |a while|in my (?:first|last|previous))?$)(?P<about>.+)"),
    (Sort.CORRECTION, r"(?:that's|that is|it's|this is|this isn't|that isn't) not (?:what|how|the (?:\w+ )?(?:one|way|format|tone|style)) I (?:\w+ )?(?:meant|said|asked|wanted|want|like|prefer|need)\b(?P<about>.*)"),
    (Sort.CORRECTION, r"(?:no|nope|wrong|incorrect|actually)[,.!—-]+ (?:(?:it's|it is|it should be|i|i'm|my|not(?= \w+ \w)|make it|use|that's)\b)(?! (?:not )?(?:yet|really|at all|exactly|sure)\b)(?! (?:think|guess|see|know|understand|worries|problem|ok|fine|thanks|because))(?P<about>.+)"),
    (Sort.CORRECTION, r"(?:your|these|those|the|you're|you are|you)(?: \w+){0,2} (?:is|are|being|keep \w+ing|always|still|be|get)? ?(?:way |far |still |a bit |much |really |just |always ){0,2}too (?:long|short|wordy|verbose|formal|casual|detailed|technical|chatty|polite|complicated|vague|enthusiastic|long-winded|cheerful|repetitive|flowery|brief|stiff|salesy)\b(?P<about>.*)"),
    (Sort.CORRECTION, r"you (?:keep|kept|always|again|still)(?= (?:\w+ing|use|add|put|forget|write|give|say|call|include|start|end|make|mix|get)\b)(?P<about> .+)"),
    (Sort.CORRECTION, r"i wish you(?:'d| would| wouldn't| could| didn't)(?P<about> .+)"),
)
