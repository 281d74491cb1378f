"""The forms of English sentences that tell an assistant what to do."""

from memoryweb.language.locales.base import one_of

# The beginning of a sentence or of a request within one.
START = r"(?:^|[.!?;:–—]\s{1,3}|\s-\s)(?:[\"“'(*_•-]{1,3}\s?)?"
SOFTLY = (
    r"(?:(?:please|kindly|just|also|and|so|but|ok|okay|hey|then|instead|always|never|first|only|again|simply"
    r"|feel free to|make sure to|be sure to|remember to|try to|in general|from here on|for [a-z]+|with [a-z]+),? ){0,3}"
)
IF_OR_WHEN = (
    r"(?:if|when|whenever|before|after|once|unless|while|until|in|for|on|at|with) [^.!?;:\n]{2,90}?, (?:then )?"
)
OWN = r"(?:my|our|his|her|their|(?:the )?user['’]?s)"
NEEDS_OBJECT = (
    r"(?:me|us|it|them|the user|user|my|our|your|his|her|their|the|an?|all|any|every|each|no|only|just|both|this|that"
    r"|these|those|to|in|with|without|at|as|for|from|under|by|on|at least|at most|more|fewer|less|two|three|one|\d+)\b"
)
# What is said to an assistant: verbs that are nothing else where a sentence begins with them …
TELL = one_of("""
    give, tell, keep, avoid, skip, stop, recommend, suggest, explain, include, mention, ask, assume, treat, propose,
    offer, send, remind, spell, feed, summari[sz]e, leave out, leave, let, bring, translate, correct, warn, notify,
    alert, quote, cite, abbreviate, capitali[sz]e, shorten, simplify, prioriti[sz]e, convert, hyphenate, wait, speak,
    run, round, sign, comment, refrain, stick, respond, reply, prefix, append, omit, ignore, wrap, sign off, address,
    double-check, verify, confirm, flag, highlight, point out, compare, proofread, polish, rewrite, rephrase, schedule,
    separate, write, pick, choose, add, put, make, use, call, talk, begin, err on, favou?r, phrase, justify, estimate
""")
# … and verbs that are nouns too, so that what follows must show it.
TELL_OR_THING = one_of("""
    answer, show, start, end, plan, book, order, draft, check, list, link, quiz, name, format, type, sort, help, note,
    search, look, group, label, sum, close, open, number, set, do, be, go, take, get, find, return, default, report,
    explain it, trim, cut, cap, limit, structure, count, test, turn, follow, split, order, spice, tone, back up, weigh,
    rate, score, code, stay, prompt, message, text, email, ping
""")
OUTPUTS = one_of("""
    answers?, repl(?:y|ies), responses?, summar(?:y|ies), explanations?, suggestions?, recommendations?, messages,
    drafts?, examples?, wording, writing, sentences?, questions?, reminders?, translations?, commit messages?,
    (?:code )?comments, code (?:samples?|examples?|snippets?), prices?, dates?, times, units, temperatures?,
    distances?, measurements?, recipes?, (?:travel )?itinerar(?:y|ies), reports?, spreadsheets?, headings?,
    citations?, numbers?, amounts?, feedback, corrections?, emails?, letters?, subject lines?, bullet points?, lists?,
    routes?, directions, tone, instructions, news, options
""")
YOU_DO = (
    r"\b(?<!thank )(?<!can )(?<!could )(?<!did )(?<!do )(?<!would )(?<!will )(?<!have )(?<!as )you (?:also |ever )?"
    r"(?:draft|write|give|show|send|suggest|recommend|plan|propose|explain|answer|reply|pick|choose|make|put together"
    r"|work out|book|format|summari[sz]e|translate|use|list|cite|quote|respond|mention|add|generate|create|produce"
    r"|remind|tell|teach|correct|refer|call|address|order|search|look up|help|schedule|change|delete|edit|touch"
    r"|offer)\b"
)
TOLD = "|".join(
    (
        # "Don't ask me", never "don't eat meat", which leaves out who does not
        rf"(?:{START}|{START}{IF_OR_WHEN}){SOFTLY}(?:don['’]?t|do not|no need to) (?:ever |please )?"
        rf"(?:{TELL}|open|start|end|repeat|guess|sugarcoat|book|delete|apologi[sz]e|number|list|format|answer|show|say"
        r"|spoil|invent|overdo|lecture|moralise|round|message|ping|email|text|contact|be|bother|change|begin|finish"
        r"|show|disturb|interrupt|praise|flatter|hedge|share|order|plan|try|pretend|tag|worry about|copy|attach|touch"
        r"|search|post|reveal|propose|do)\b(?! (?:up|it|milk|sugar)$)",
        rf"(?:{START}|{START}{IF_OR_WHEN}){SOFTLY}{TELL}\b(?! ?[:=–]|['’]s| (?:is|are|was|of|and|or|has|style)\b|$)",
        rf"(?:{START}|{START}{IF_OR_WHEN}){SOFTLY}{TELL_OR_THING} (?={NEEDS_OBJECT})",
        YOU_DO,
        rf"\byour (?:[a-z-]+ ){{0,2}}?{OUTPUTS}\b",
        rf"{START}(?:all |any |every |most )?(?:{OWN} )?{OUTPUTS}\b(?: (?:to|for|of|in|on|about) [^,;.\n]{{1,40}}?)?"
        r" (?:should|must|need to|have to|go in|come in|belong|at most|under|up to|no longer than|no more than|max"
        r"|only in|without|in|as)\b",
        r"\b(?:should|must) (?:never |always |not )?be (?:addressed|called|answered|shown|given|written|formatted"
        r"|translated|listed|kept|sent|presented|displayed|explained|in|cited|quoted|asked|avoided)\b",
        r"\b(?:wants?|asks?|asked|expects?|instructed|told|requires?|requests?|requested|wish(?:es)?|would like)"
        r" (?:(?:me |you )?not to be|(?:me|you|us|the (?:assistant|agent|model|ai)|agents?|assistants?|claude"
        r"|chatgpt) (?:not )?to|that (?:i|you|we|all|every|the (?:assistant|agent))|(?:not )?to be (?:called|addressed"
        r"|asked|told|reminded|informed|notified|warned|answered|spoken|kept)"
        rf"|(?:all |any |every |only )?(?:[a-z]+ )?{OUTPUTS}\b)",
        rf"(?:{START}|\busers? )(?:said|asked) (?:not )?to (?:skip|stop|avoid|leave|use|keep|give|show|write|answer)\b",
        r"\b(?:goes by|call me|address me|refer to me)\b",
    )
)
