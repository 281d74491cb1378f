"""The forms in which people tell their habits and facts about themselves in English."""

from memoryweb.language.extraction.english.words import (
    ADVERB,
    CALLED,
    HABIT,
    I_AM,
    I_HAVE,
    KIN,
    OFTEN,
    PAST,
    PETS,
    PLACE,
)
from memoryweb.language.extraction.types import StatementType, forms

PRONOUNS = forms(
    (
        StatementType.FACT,
        r"(?P<about>(?:she|he|they|xe|ze|ey|fae|it)/(?:her|him|them|they|xem|zir|em|its)s?(?:/[a-z]+)?(?: "
        r"pronouns)?)(?: for me| here|,? please|[.! ]*$)",
    ),
    (
        StatementType.FACT,
        r"(?P<about>(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: (?:mornings|afternoons|evenings|nights))? (?:is|"
        r"are) my (?!favou?rite)[\w-]+ .+)",
    ),
    (
        StatementType.FACT,
        r"(?:(?:my|our) pronouns(?: are|:)|I (?:use|go by|prefer|take)|(?:please |pls )?(?:use|refer to me (?:as|"
        r"with|by)|"
        r"address me "
        r"(?:as|with)))(?P<about> (?:the )?(?:pronouns )?(?:she|he|they|it|xe|ze|ey|fae)(?:/[a-z]+(?:/[a-z]+)?\b|,? "
        r"(?:and )?(?:her|him|"
        r"them|they|she|he)\b| pronouns\b|(?=[.! ]*$)).*)",
    ),
)
HABITS_AND_FACTS = forms(
    # sizes
    (
        StatementType.FACT,
        rf"I (?:(?:{ADVERB}) )?(?:wear|take|need|buy)(?P<about> (?:an? )?(?:(?:US|UK|EU|men's|women's|kids'|shoe) "
        rf")*(?:size\b|(?:small|medium|large|"
        rf"extra[- ](?:small|large)|x+[sl]|[smlx]{{1,4}})(?= (?:in|for|size|shirts?|t-shirts?|tops?)\b|[.! ]*$)|"
        rf"\d\d?(?:[.,]5)?(?: ?/ ?\d\d)? "
        rf"(?:waist|inseam|shoes?|in (?:shoes|jeans|trousers|pants|shirts|dresses|boots|sneakers))).*)",
    ),
    (
        StatementType.FACT,
        rf"{I_AM} (?P<about>(?:an? )?(?:(?:US|UK|EU) )?(?:size (?:\d|x*[sml]\b|small|medium|large)|(?:x+[sl]|[sml]) "
        rf"in\b).*)",
    ),
    # habits
    (
        StatementType.HABIT,
        rf"I(?: will|'ll) (?:only|never|always|not) (?:{HABIT})\b(?! (?:this|that|it|the)\b)(?P<about>.+)",
    ),
    (
        StatementType.HABIT,
        r"I (?:\w+ )?only want(?! (?:to (?:know|see|change|use|get|add|fix|ask|say|do|make|remove|show|check|print)|"
        r"the|this|that|it|one|a|two|you)\b)(?P<about> .+)",
    ),
    (
        StatementType.HABIT,
        rf"I (?:(?:{ADVERB},? )?{OFTEN},? (?:{ADVERB} )?(?:{HABIT}|(?!{PAST}\b)[a-z]{{3,}}(?<!ed))|(?!just |even |"
        rf"now )(?:{ADVERB} ){{1,3}}(?!(?:go|add|put|share|finish|plan|check|start|begin|do|believe|get up|take|need|"
        rf"use this)\b){HABIT})\b(?! (?:this|that|it|an error|your|the (?:following|error|same))\b)(?P<about>.+)",
    ),
    (
        StatementType.HABIT,
        r"I (?:tend to|make (?:it )?a point|(?:try|like|prefer|make sure) (?:not )?to always|am used to|"
        r"am accustomed to|limit|restrict|take my|follow|adhere to|stick to|keep to|maintain|observe|practi[sc]e|"
        r"rely on|depend on|care about|eat|drink|wear|smoke|speak|cook|collect|commute|meditate|jog|cycle|fast|hike|"
        r"bake|sleep|wake up|get up|go to bed)\b(?! (?:this|that|it|the (?:following|above|steps|"
        r"instructions))\b)(?P<about>.+)",
    ),
    (
        StatementType.HABIT,
        r"I (?:play|drive|ride|take|train|exercise|work ?out|read|watch|listen to|listen|swim|run|shop|walk|paint|"
        r"draw|garden|volunteer|travel|do yoga|teach|coach|use|write|code|program|go|study|review|check|buy|"
        r"order)\b(?! (?:this|that|it|the (?:following|above|code|file|steps|command|article|first|second)|"
        r"a (?:function|script|program|loop))\b)(?=.*\b(?:every|each|daily|weekly|on (?:mon|tues|wednes|thurs|fri|"
        r"satur|sun)days?|on weekends|in the (?:morning|evening|afternoon)s?|at night|for (?:work|fun|a living|"
        r"exercise)|(?:once|twice|\w+ times) a|when(?:ever)?|before (?:bed|work|breakfast)|after (?:work|dinner|"
        r"lunch)|most (?:days|of)|instead of|rather than|as (?:my|a)|at home|to (?:relax|unwind|work|the gym)|in (?:a|"
        r"my|an) ))(?P<about>.+)",
    ),
    (
        StatementType.HABIT,
        rf"I (?!(?:{PAST}|{ADVERB}|will|would|can|could|should|must|may|might|am|did|was|kept|spent|wrote|drank|ate|"
        rf"read that|won|lost|paid|sent|left|began|hurt|cut)\b)[a-z]{{3,}}(?<!ed)\b(?! (?:this|that|it)\b)"
        rf"(?P<about> [^.?!]{{2,80}}? (?:(?:every|each) (?:single |other )?(?:day|morning|afternoon|evening|night|"
        rf"week|weekend|month|"
        rf"year|summer|winter|spring|autumn|mon|tues|wednes|thurs|fri|satur|sun|few)(?:day)?|on (?:mon|tues|wednes|"
        rf"thurs|fri|satur|sun)days|on weekends|at weekends|(?:once|twice|\w+ "
        rf"times) a (?:day|week|month|year))\b.*)",
    ),
    (
        StatementType.IDENTITY,
        rf"{I_AM} (?:{ADVERB} )?(?P<about>an? (?:[\w-]+ ){{1,2}}(?:sleeper|eater|reader|learner|drinker|planner|"
        rf"packer|cook|runner|swimmer|travell?er|shopper|"
        rf"spender|saver|thinker|listener|typist|gamer|smoker|hoarder|collector|snorer|walker|driver|flyer)\b.*)",
    ),
    (
        StatementType.HABIT,
        r"I (?:play (?:the |in an? )?|drive (?:an? )|ride (?:an? |(?=\w+$))|own |speak (?!to|with)"
        r"|use )(?!(?:this|that|it|"
        r"following|above|command|code|same|a (?:function|loop|script)|the\b)\b)(?P<about>[^?]{2,80})$",
    ),
    # facts
    (
        StatementType.HOME,
        rf"(?:I(?:'m| am)? (?:currently |now |just |also )?(?:live|living|reside|residing|moved|relocated|based)|"
        rf"I(?:'ve| have) (?:been living|lived|just moved|moved|recently moved|relocated)|I (?:grew up|was born(?: "
        rf"and raised)?|was raised|"
        rf"recently moved))(?: (?:here|alone|together))?"
        rf"(?! in (?:two|three|four|five|six|seven|eight|\d+|many|several|different|various|lots of|a few|a lot of)\b)"
        rf"(?= (?:in|to|near|at|on|with|outside|close|by|alone|"
        rf"\w+ minutes) {PLACE})(?P<about> .+)",
    ),
    (
        StatementType.WORK,
        r"I(?:'m| am)? (?:currently |now |also |mostly |just started )?(?:work|working)(?= (?:shifts|(?:mon|tues"
        r"|wednes|thurs|fri|satur|sun)day|\w+ days|\d+ hours|nights|weekends|as|at|for|in|from|part|"
        r"full|night|with|remotely|on (?:weekends|\w+days|night)) ?)(?! (?:in progress|with this|on this|for me|"
        r"as (?:expected|intended)|at all))(?P<about> .+)",
    ),
    (
        StatementType.NAME,
        r"(?:my (?:full |first |last |middle |nick)?name(?:'s| is)|(?:you can |please |just )?call me|I go by|"
        r"I'm called|everyone calls me|people call me)(?! (?:back|when|if|later|at)\b)(?P<about> .+)",
    ),
    (
        StatementType.FACT,
        rf"my {CALLED}(?:'s|s? (?:is|are|was))(?! (?:not )?(?:working|broken|failing|giving|due|to|on fire|driving|"
        rf"asking))(?P<about> .+)",
    ),
    (
        StatementType.FAMILY,
        rf"my (?:\w+[- ])?(?:{KIN})(?:,? [A-Z]\w+,?)?(?:'s(?= (?:an?|the|not|in|from|allergic|called|named|turning|"
        rf"\d+|name|birthday|vegan|vegetarian)\b)| is| are| has| have| lives?| works?| was born| turns?| turned| "
        rf"goes to| attends?| studies|"
        rf" just (?:turned|started)| started| speaks?| wears?)(?! (?:really|"
        rf"always|so|said|told|asking|asked|always|been asking|called (?:me|to))\b)(?P<about> .+)",
    ),
    (
        StatementType.FAMILY,
        rf"{I_HAVE} (?:an?|one|two|three|four|five|six|\d+|no)(?: (?!friends?\b)[\w-]+){{0,3}} (?:{KIN}|{PETS}|boys?|"
        rf"girls?)\b"
        rf"(?! (?:food|toys?|bed|photos?|pictures?|videos?|show|room|party|books?|names?|person|issues?))(?P<about>.*)",
    ),
    (
        StatementType.FACT,
        rf"{I_AM} (?:\d{{1,3}}(?: years? old)?\b(?! (?:minutes|%|percent|pages))|in my (?:\w+ )?\w+ties|"
        rf"from (?!the (?:following|above))|originally from|a native|fluent in|\d'\d|years old|born in|married|"
        rf"a (?:\w+ )?(?:mother|father|parent|mom|mum|dad|grandmother|grandfather|grandma|grandpa) (?:of|to)|"
        rf"(?:in|on) (?:the )?[\w/+ ]{{2,30}} time ?zone|in (?:UTC|GMT|CET|EST|PST))(?P<about>.*)",
    ),
    (
        StatementType.WORK,
        rf"{I_AM} (?:currently |also )?an? (?:[\w-]+ ){{0,3}}?(?:[\w-]*(?:ist|ologist|ian|eer|wright|smith|yer|cher|"
        rf"octor|urse|hef|river|esigner|eveloper|anager|nalyst|onsultant|rtist|ctor|tudent|ditor|esearcher|rammer|"
        rf"rchitect|ccountant|lerk|ilot|armer|uthor|riter|reelancer|hotographer|arpenter|lectrician|lumber|ounder|"
        rf"ntrepreneur|arer|rofessor|entor|oach|rainer|arber|istrator|aker|ook|ailor|oldier|ssistant|ecretary|entist|"
        rf"cientist|ssistant|irector|arent|other|ather))\b(?! (?:looking|trying|working on this|and (?:i )?(?:need|"
        rf"want))\b)(?P<about>.*)",
    ),
    (
        StatementType.FACT,
        r"my (?!(?:code|file|program|script|computer|boss|manager|question|problem)\b)[\w' ]{1,60}? (?:is|"
        r"are) (?:usually|always|never|generally|typically)(?P<about> .+)",
    ),
    (
        StatementType.FACT,
        r"I (?:study|major in|majored in|studied|graduated from|am studying|was raised|teach|run a|own an?|co-?own|"
        r"speak|was diagnosed with|can't have|have (?:celiac|coeliac|asthma|diabetes|dyslexia|adhd|autism|arthritis|"
        r"chronic|epilepsy|insomnia|psoriasis|eczema|ibs|an autoimmune|a (?:bad|weak|sensitive) (?:back|knee|stomach|"
        r"heart|skin)|bad knees|sensitive|curly hair|dry skin|oily skin|long hair|short hair)|get (?:motion sickness|"
        r"seasick|carsick|migraines|heartburn))\b(?! (?:this|the following))(?P<about>.*)",
    ),
    (
        StatementType.CHANGE,
        r"I(?:'ve| have)? (?:recently |just |finally |now |already )?(?:stopped|quit|given up|gave up|"
        r"switched (?:from|to|over)|(?<=ve )started|(?<=recently )started|(?<=now )started|begun|cut (?:out|down|"
        r"back)|changed (?:my mind|jobs?)|developed a (?:taste|liking)|grown to|come to (?:like|love|hate|prefer)|"
        r"become|got (?:into|married)|adopted)(?! (?:this|the (?:following|program|server|app|service|container|code)|"
        r"getting|it|running|seeing|for (?:the|to)|an? (?:error|new (?:chat|project)))\b)(?P<about> (?!through"
        r"|over|ahead|"
        r"to the (?:page|settings)).+)",
    ),
    (
        StatementType.PREFERENCE,
        r"(?:my|our) (?:(?:all[- ]time|absolute|personal|current|most|least|own|new) ){0,3}(?:favou?rite|fave?|go-to|"
        r"preferred|ideal|preference|perfect|dream|comfort|usual|guilty pleasure|pet peeve|sweet spot|weakness|"
        r"top (?:choice|priority|pick))s?\b(?P<about>.*?\b(?:is|are|was|would be|=|'s|lies|has always been|:).*)",
    ),
    (
        StatementType.PREFERENCE,
        r"(?:the|one) (?:thing|part|feature|kind)s?(?: \w+){0,3} I (?:care about|value|love|hate|like|dislike|enjoy|"
        r"want|need|can't stand)(?: (?:the )?(?:most|least|best))?\b(?P<about>.*? (?:is|are) .+)",
    ),
    (
        StatementType.FACT,
        rf"{I_AM} an? (?:[\w-]+ )?(?:family|couple|household|team|startup|company|agency|studio|band|charity|"
        rf"non-?profit|firm|co-?op)"
        rf"(?= of| in| from| with|[.,! ]*$)(?P<about>.*)",
    ),
    (
        StatementType.FACT,
        r"my (?:(?!\b(?:new|next|old|last)\b)[\w-]+ )?(?:team|company|firm|office|department|household|family|group|"
        r"lab|club|startup|school|studio|crew|band)"
        r"(?: all| only| always| mostly| exclusively| never| usually)? (?:us(?:es?)|runs? on|writes?|deploys?|"
        r"prefers?|works? (?:in|on|with|from|remotely)|"
        r"meets?|speaks?|eats?|doesn't|don't|does not|do not|avoids?|follows?|keeps?|celebrates?|requires?|"
        r"standardi[sz]e[sd]? on|ships?|host(?:s|ed)? on|"
        r"is (?:closed|open|based|located|split|spread|vegan|vegetarian|fully remote))\b(?P<about> .+)",
    ),
    (
        StatementType.FACT,
        r"my (?:(?:daily|weekly|morning|usual|house|team|team's|company's|code|sprint|monthly|lunch|dinner|food|"
        r"travel|rent|grocery) )*(?:commute|stand-?up|"
        r"budget|shifts?|work ?day|working day|working hours|bedtime|retro|style|stack|cadence|schedule"
        r"|dress code|time ?zone|"
        r"office hours|lunch break|"
        r"sprints?)(?: for [\w ]{1,30})? (?:is|are|takes?|starts?|begins?|ends?|lasts?|runs?|happens?)(?! (?:not |"
        r"still )?(?:broken|over|tight|gone|full|cancell?ed|"
        r"late|due|killing|getting|a mess|crazy|insane|hectic))(?P<about> .+)",
    ),
    (
        StatementType.HABIT,
        r"I (?P<about>(?:homeschool|celebrate|observe|keep (?:kosher|halal|a kosher|bees|chickens|sabbath|shabbat|a "
        r"(?:journal|diary))|"
        r"take (?:[\w-]+ )?(?:lessons|classes)|"
        r"do (?:yoga|pilates|crossfit|karate|judo)|deploy|ship|release|spend (?:every|most|all|christmas|easter|"
        r"summers|weekends|my))\b.*)",
    ),
    (
        StatementType.HABIT,
        r"I(?:'ve| have) been(?= \w+ing\b.*\b(?:since|for (?:\w+ ){0,2}(?:years|decades|months))\b)(?! (?:waiting|"
        r"trying|getting|having|seeing))(?P<about> .+)",
    ),
    (
        StatementType.NEED,
        r"I (?:really |always |usually |absolutely |do |also |only )?need(?= (?:(?:my|at least|plenty of|lots of|"
        r"absolute|complete|total|quiet|silence|wheelchair|step-free|subtitles|captions|large print|to (?:be|have|eat|"
        r"sleep|take|feel|stay|move|avoid|know (?:in advance|why))|an? (?:aisle|window|front|back|ground[- ]floor|"
        r"accessible|quiet|private|strict|good night|clear|fixed|"
        r"dedicated|firm)|on-?site)\b|[^?]*\b(?:when(?:ever)?|while|every|each|before|to (?:concentrate|focus|work|"
        r"function|sleep|feel|relax|stay|be productive|be happy|unwind|be considered)|in order to|in (?:my|a) (?:life|"
        r"home|job|car|hotel|relationship))\b))(?! to (?:be able to|have (?:a|an|the)|know)|[^?]*\b(?:code|function|"
        r"script|summary|list|example|email|help)\b)(?P<about> .+)",
    ),
    (
        StatementType.WISH,
        r"I(?: (?:want|need|expect)|(?:'d| would) (?:like|want|love))(?= all (?!of (?:this|the)|the (?:above|"
        r"files))(?:[\w-]+ ){{1,3}}(?:in|to|as|with)\b| (?:all |every |each |any )?(?:of )?(?:my|your|"
        r"you to (?:always|never|keep|stop|avoid|only|call|address|remember|use|be|speak|reply|respond|answer|give|"
        r"not|include|end|start|write in|format)|the (?:answers?|repl(?:y|ies)|responses?)|answers|replies|responses|"
        r"explanations|reports|emails|summaries|everything) )(?![^?.]*\b(?:you to (?:give me (?:a|an|some|the)|"
        r"be (?:a|an|my)|write (?:a|an|me)|include (?:a|the)|use the (?:following|above))|this (?:text|code|function|"
        r"email|list|essay)|next (?:message|reply)))(?P<about> .+)",
    ),
    (
        StatementType.WISH,
        r"I(?: (?:want|need|prefer)|'d like| would like)(?=[^?]*\b(?:from now on|going forward|in (?:the )?future|"
        r"by default|every (?:week|day|month|morning|time))\b)(?P<about> .+)",
    ),
    (
        StatementType.PREFERENCE,
        r"(?P<about>(?!(?:it|this|that|he|she|they|what|which|who|nothing|something|everything|there|your|those|these|"
        r"I|I'm|I've|im|can|could|please|give|find|show|tell|help|need|looking|let|"
        r"you)\b)[^?\n]{2,200}?)(?<! to) (?:(?:really|always|just|never|usually|absolutely|totally|often|tends? to|"
        r"can|seriously|genuinely) ){0,2}(?:works? (?:best|better|well|great) for me|suits? me|(?:is|are|(?:has|"
        r"have)(?: always| long)? been)(?: not|"
        r"n't)? (?:really )?(?:for me|my (?:thing|jam|favou?rite|cup of tea|style|go-to|weakness|passion|comfort \w+|"
        r"pet peeve|preference|nemesis|guilty pleasure|happy place)|not (?:for me|my \w+))|(?:bothers?|annoys?|"
        r"irritates?|stress(?:es)?|bores?|disgusts?|scares?|terrif(?:y|ies)|frustrates?|drains?|distracts?|"
        r"overwhelms?|exhausts?|relaxe?s?|calms?|soothes?|fascinates?|motivates?|inspires?|energi[sz]es?|excites?|"
        r"intimidates?|upsets?|triggers?|nauseates?) me|drives? me (?:crazy|mad|nuts|insane|up)|gets? on my nerves|"
        r"(?:isn't|aren't|is not|are not|doesn't|don't|does not|do not) (?:my (?:thing|cup of tea|style)|for me|"
        r"appeal to me|work for me|interest me|agree with me|suit me)|makes? me (?:feel )?(?:sick|anxious|"
        r"uncomfortable|nauseous|happy|sad|sleepy|nervous|cringe|angry|itch|sneeze|dizzy|tired|stressed|feel|calm|"
        r"queasy|bloated|uneasy|jittery|lose)|gives? me (?:a headache|headaches|anxiety|energy|hives|a rash|"
        r"the creeps|heartburn|joy|migraines|peace)|(?:matters?|means?) (?:a lot|more|most|everything)(?: to me)|"
        r"turns? me off|hurts? my|upsets? my|(?:is|are) (?:very |extremely |really |so )?(?:important|essential|"
        r"crucial|sacred|a must|a deal-?breaker|non-?negotiable|off[- ]limits|too \w+) (?:to|for) me)\b(?P<rest>.*)",
    ),
    (
        StatementType.PREFERENCE,
        r"(?:nothing (?:\w+ )?(?:relaxes|calms|soothes|motivates|annoys|inspires|bores|cheers) me (?:up )?(?:like|"
        r"more than)|nothing beats|there's nothing (?:better|worse) than|give me(?! (?:an?|the|some|your|more|"
        r"another|\d|"
        r"\w+ (?:ideas|examples|options|tips))\b)(?=.* (?:over|any day)\b)|(?:count me out|no thanks?|hard pass|"
        r"thumbs down) (?:on|for|to|when)|can't stand|cannot stand|(?:not|never) (?:a (?:big |huge )?fan of|into|"
        r"been into|keen on|fond of)|(?:big|huge|massive) fan of|love|hate|prefer|allergic to)(?P<about> (?!it|this|"
        r"that|you|your).+)",
    ),
)
