"""The forms in which people give directions to an assistant and correct it in English."""

from memoryweb.language.extraction.english.words import ADVERB
from memoryweb.language.extraction.types import StatementType, forms
from memoryweb.language.locales.base import one_of

LANG = one_of("""
    English, Chinese, Mandarin, Cantonese, Spanish, French, German, Italian, Portuguese, Japanese, Korean, Russian,
    Arabic, Hindi, Dutch, Swedish, Polish, Turkish, Vietnamese, Thai, Greek, Hebrew, Czech, Danish, Finnish,
    Norwegian, Ukrainian, Indonesian, British English, American English, my (?:native )?language
""")
# what an assistant's answers are made of
OUTPUT = one_of(rf"""
    answers?, repl(?:y|ies), responses?, explanations?, summar(?:y|ies), sentences, paragraphs,
    bullets?(?: ?points?|ed)?, emojis?, exclamation, em[- ]?dashes, jargon, tables?, headings, headers, markdown,
    plain (?:text|language|english), metric, imperial, celsius, fahrenheit, kilomet(?:er|re)s, 24[- ]hour, spelling,
    (?:formal|informal|casual|friendly|neutral|professional|polite|blunt|direct) ?(?:tone|language|style)?, tone,
    wordy, verbose, concise, brief, short(?:er)?, to the point, small talk, pleasantries, apologi[sz]\w*,
    disclaimers?, preamble, filler, fluff, flattery, compliments?, intros?, caveats?, warnings?, code comments?,
    comments in (?:the )?code, type hints, citations?, sources, references, links, footnotes, units, dates?, formats?,
    line breaks, bold, italics, capital letters, slang, swear\w*, profanity, idioms, metaphors, analogies,
    step[- ]by[- ]step, examples, lists, numbers, pdf, word docs?, docx, csv, json, excel, xlsx, svg, {LANG}
""")
ONE_OFF = (
    r"(?:this (?:text|email|letter|code|function|file|list|article|essay|paragraph|table|one|sentence|document|data|"
    r"image|program|script)|the (?:following|above|second|first|third|last|next|function|code|file|table|script|"
    r"class|loop|list|previous)|(?:in|for) the (?:table|code|list|function))"
)
LASTING = one_of("""
    always, never, from now on, going forward, in (?:the )?future, every time, each time, whenever, by default,
    at all times, as a (?:general )?rule, ever again, any ?more, when(?:ever)? you, whenever (?:i|we),
    all (?:your|my|of (?:your|my)), for all, in all, from here on, henceforth, until i (?:say|tell),
    unless i (?:say|ask|tell), from today
""")
POLITE = (
    r"(?:(?:hey|hi|hello|ok|okay|and|also|so|then|but|well|yes|no|actually|claude|assistant|please|pls|kindly|just|"
    r"btw|by the way|fyi|again|oh|one more thing|reminder|note|ps|p\.s\.|important|instead|can you|could you|would "
    r"you|will you|would you mind|i(?:'d| would) (?:like|prefer|appreciate it) (?:if )?you (?:to|would|could)|i "
    r"want you to|i need you to|you should|you must|you can|you don't need to|feel free to|make sure (?:to|you|that "
    r"you)|be sure to|try to|let's|do me a favou?r and)[,:;—-]* ){0,5}"
)
BID = one_of("""
    use, avoid, keep, reply, respond, answer, write, speak, talk, give, include, add, put, skip, omit, drop,
    leave out, stick to, format, show, start, begin, end, be, call, address, refer, limit, spell, cite, explain, ask,
    send, export, deliver, provide, convert, assume, suggest, recommend, default to, switch to, prefer, make, remind,
    list, mention, focus, tell, translate, round, say, sign, quote, return, present, break, check, treat, remember,
    stop, cut, save, get, offer, book, schedule, order, choose, pick, plan, no, only(?! do), don't, do not, never,
    always
""")
NO_VERB = one_of(r"""
    I, he, she, it, they, we, you, who, what, how, why, where, which, when, if, the, an?, my, his, her, its, our,
    their, your, this, that, these, those, there, here, all, every\w*, each, both, some, any\w*, no, nobody, people,
    most, more, much, many, two, three, in, on, at, for, with, from, by, to, and, but, or, so, because, as, is, are,
    was, were, will, would, should, can, could, may, might, must, not, only, things?, life
""")
# Only after the occasion: "When stressed, I choose tea"; alone, "I choose the second" is about a list.
ON_OCCASION = forms(
    (
        StatementType.HABIT,
        rf"I (?:{ADVERB} )?(?:choose|pick|opt for|go for|focus on|sort|group|arrange|eat|drink|have|listen to|watch|"
        rf"read|sleep|work|sit|wear|cook|order|crave|maintain|stick to|rely on|turn to|reach for|prepare|stay|"
        rf"travel|go|use|run|take|speak|write|fly|ride|bring|pack|walk|switch to|need|want|like)\b(?! (?:this|that|"
        rf"it|an? (?:error|problem|question|issue|idea)|the (?:following|same|error|above)|help|to (?:know|ask|see|"
        rf"make sure|be able|get|find|change|add|write|create))\b)(?P<about> .+)",
    ),
)
DIRECTIVES = forms(
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}(?:don't |do not )?(?:remember|keep in mind|bear in mind|don't forget|do not forget|never forget|"
        rf"note|be aware|take note|for (?:future|your) reference|for the record)(?: for (?:later|next time|the "
        rf"future)| please)?(?:,? that\b|:|,| -)?(?= (?:that (?!sometimes|life|it's never)|i\b|i'm|my |we |to |you "
        rf"(?:can|must|should|have)|not to |the user|when|our |never|always|all |no |only )|(?<=:))(?! (?:that's|to "
        rf"(?:import|run|check|close|save|add)|when (?:we|you) (?:were|talked|said)))(?P<about> .+)",
    ),
    (
        StatementType.DIRECTIVE,
        rf"(?!you (?:should|must|can|could|may)\b(?!.*\b(?:me|my|{OUTPUT})\b)){POLITE}(?:always|never|don't ever|do "
        rf"not ever)(?: again)?(?! (?:mind|again|heard|seen|been|knew|have|had|wanted|thought|said|a |the |too|say "
        rf"never|good|nice|happy|on\b|up\b|in\b|give up|there|wrong|true|ending|know))(?= (?:again "
        rf")?[a-z]{{2,}}(?<!ed)(?<!s)\b| (?:address|focus|discuss|express|stress|process|pass|miss|use|guess|embed|"
        rf"feed|need|proceed)\b)(?P<about> .+)",
    ),
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}(?:from (?:now|here|today|this point) on(?:wards?)?|going forward|in (?:the )?future|from today|"
        rf"henceforth|next time|every time|each time|by default|as a (?:general )?rule|unless i (?:say|ask|tell "
        rf"you)[\w ]{{0,20}}|in general|for now|this time|today|for (?:this|today's) (?:chat|conversation|session)|"
        rf"just this once),? (?:{POLITE})(?={BID}\b|I (?:want|need|prefer|'d like|would like|'d "
        rf"rather))(?P<about>.+)",
    ),
    # What lasts by its own words needs no known verb: any bidding does, and "trains leave at nine" is none.
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}(?:from (?:now|here|today|this point) on(?:wards?)?|going forward|in future|henceforth|from "
        rf"today),? (?:{POLITE})(?!{NO_VERB}\b|[a-z]+(?<!s)s\b|[\w-]+ (?:will|would|won't|is|are|was|were|has|have|"
        rf"had|can|must|should|may)\b)(?=(?-i:[a-z]{{2,}}) \S)(?P<about>.+)",
    ),
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}(?:(?:for|in) all [\w ]{{1,40}}|when(?:ever)? (?:you|i|we)[^,]{{2,80}}(?=,)|if "
        rf"i[^,]{{2,60}}(?=,)|for (?:my |all |any |every )?[\w ]{{2,40}}(?=,)|in (?:my|your) [\w ]{{2,40}}),? "
        rf"(?:{POLITE})(?!prefer\b){BID}\b(?P<about>.+)",
    ),
    (StatementType.DIRECTIVE, rf"{POLITE}(?:{BID}\b)(?!.*\b{ONE_OFF})(?=[^?\n]{{1,300}}\b{LASTING}\b)(?P<about>.+)"),
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}(?:call me|address me|refer to me|(?:talk|speak|write) to me|treat me|explain things to me)(?! "
        rf"(?:back|later|about|an?)\b)(?P<about> .+)",
    ),
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}(?:stop|quit|no need to|there's no need to|enough with)(?= (?:\w+ing\b|the |with |all |your |so |"
        rf"being))(?! (?:the (?:server|container|process|program|script|service|job|app|timer|code)|"
        rf"running))(?P<about> .+)",
    ),
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}(?:don't|do not|no more|avoid|skip|omit|drop|leave out|cut(?: out)?|spare me|less|fewer|no)(?! "
        rf"(?:worr\w+|problem|thanks|thank|one|idea|way|know|matter|change the|remove the|"
        rf"touch))(?!.*\b{ONE_OFF})(?=[^?\n]{{1,60}}\b{OUTPUT}\b)(?P<about> .+)",
    ),
    (
        StatementType.DIRECTIVE,
        rf"{POLITE}(?:use|reply|respond|answer|speak|talk|write(?: to me| back)?|communicate|chat|keep|be|stay|"
        rf"stick to|stick with|make|give me|format|include|add|limit|prefer|default to|switch to|go with|export|"
        rf"deliver|send|provide|show)(?!.*\b{ONE_OFF})(?! (?:me|an?(?! (?:[\w-]+ ){{0,2}}(?:tone|style|format|"
        rf"language|voice)\b)|this|that|it(?! (?:short|brief|informal|formal|casual|concise|simple|light)\b)|them|"
        rf"one|two|three|four|five|six|ten|\d+|some|more|python|java\w*|the (?:function|code)|to|there|careful|"
        rf"aware|sure|able|my guest)\b(?! (?:short|brief|concise|simple|formal|casual|bit|little|more) (?:and|"
        rf"please|from|in|with|answers|replies)))(?=[^?\n]{{1,70}}\b{OUTPUT}\b)(?P<about> .+)",
    ),
    (
        StatementType.DIRECTIVE,
        rf"(?:(?:only|just|strictly) )?(?:short|brief|concise|long|detailed|plain|formal|informal|simple|metric|"
        rf"british|american|bullet points?|bulleted|tables?|markdown|no|without|numbered|{LANG})(?: "
        rf"[\w-]+){{0,6}}(?:,)? (?:please|pls|from now on|only|always|going forward|unless i ask|by "
        rf"default)[.!]*$(?P<about>)",
    ),
    (
        StatementType.DIRECTIVE,
        r"(?:your|the) (?:answers|replies|responses|explanations|summaries|messages|emails|reports)(?: \w+)? "
        r"(?:should|must|need to|have to|ought to)(?: \w+)? (?P<about>.+)",
    ),
)
CORRECTIONS = forms(
    (
        StatementType.CORRECTION,
        r"(?:(?:no|nope|wrong|sorry|wait|hey|again|but|well|please|actually|hm+|ugh|and|not quite|that's wrong|"
        r"incorrect)[,.!—-]* ){0,3}(?:i (?:really |actually |clearly |specifically |explicitly |only )?(?:meant|"
        r"said(?! (?:i|we|that i) (?:could|would|will|was))|asked (?:you )?(?:for|to|not)|wanted(?! to)(?=.*(?:, "
        r"not |\binstead\b|\bnot \w+))|was (?:talking|asking|referring)|told you|requested|specified|mentioned)|"
        r"i(?:'ve| have) (?:already )?(?:said|told you|asked|mentioned)|i already (?:said|told you|asked|mentioned)|"
        r"as i (?:said|mentioned|told you)|like i said|i (?:didn't|did not) (?:ask|want|say|mean)(?: for| to| you)?|"
        r"i never (?:asked|wanted|said|meant)|i don't mean)\b(?! (?:that|to (?:ask|say) |a while|in my (?:first|"
        r"last|previous))?$)(?P<about>.+)",
    ),
    (
        StatementType.CORRECTION,
        r"(?:that's|that is|it's|this is|this isn't|that isn't) not (?:what|how|the (?:\w+ )?(?:one|way|format|tone|"
        r"style)) I (?:\w+ )?(?:meant|said|asked|wanted|want|like|prefer|need)\b(?P<about>.*)",
    ),
    (
        StatementType.CORRECTION,
        r"(?:no|nope|wrong|incorrect|actually)[,.!—-]+ (?:(?:it's|it is|it should be|i|i'm|my|not(?= \w+ \w)|make "
        r"it|use|that's)\b)(?! (?:not )?(?:yet|really|at all|exactly|sure)\b)(?! (?:think|guess|see|know|understand|"
        r"worries|problem|ok|fine|thanks|because))(?P<about>.+)",
    ),
    (
        StatementType.CORRECTION,
        r"(?:your|these|those|the|you're|you are|you)(?: \w+){0,2} (?:is|are|being|keep \w+ing|always|still|be|"
        r"get)? ?(?:way |far |still |a bit |much |really |just |always ){0,2}too (?:long|short|wordy|verbose|formal|"
        r"casual|detailed|technical|chatty|polite|complicated|vague|enthusiastic|long-winded|cheerful|repetitive|"
        r"flowery|brief|stiff|salesy)\b(?P<about>.*)",
    ),
    (
        StatementType.CORRECTION,
        r"you (?:keep|kept|always|again|still)(?= (?:\w+ing|use|add|put|forget|write|give|say|call|include|start|"
        r"end|make|mix|get)\b)(?P<about> .+)",
    ),
    (StatementType.CORRECTION, r"i wish you(?:'d| would| wouldn't| could| didn't)(?P<about> .+)"),
)
