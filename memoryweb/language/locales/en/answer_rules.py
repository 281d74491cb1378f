"""English words of answering: what a rule about answers consists of."""

import re

# What somebody is to be called, or which word is meant: the next words are a name.
NAMES = (
    "call me|address me(?: as)?|refer to me as|my name is|the words?|the phrases?|the terms?|the expressions?|sign as"
)

# What holds for all that is written, whatever else a rule names.
UNIVERSAL = tuple(
    f"{all_of_it} you {do}" for all_of_it in ("anything", "everything", "whatever") for do in ("write", "say", "answer")
)

WORDS = frozenset(
    re.findall(
        r"\S+",
        """
    a an the and or but nor as if than then so that this these those it its them they their there i me my mine
    myself you your yours yourself we us our is are am be been being was were do does did doing done don't doesn't
    didn't not no none never always ever must should shall can can't cannot could may might will won't would
    please rule rules from now on onwards in at to of for with without within by into about up out over under per
    via when whenever while until unless before after during first last next each every all any anything anyone
    everything something nothing some thing things only just also even too very really more most much many less
    least few fewer enough at once again still both either one two three four five six seven eight nine ten twice
    once half single double instead also another rather whether because

    want wants wanted need needs prefer prefers preferred like likes expect hate dislike make makes making made
    sure keep keeps keeping use uses using used give gives giving get getting put let avoid avoids stop start
    starts starting begin beginning end ends ending finish close open opening closing include includes including
    add adding follow following stick remember try trying mind default go going come take leave skip ignore
    respect stay remain sound look feel show showing hear offer provide return present mention say says saying
    said speak speaking talk talking tell telling read reading understand

    answer answers answering answered reply replies replying respond responds responding response responses write
    writes writing written rewrite explain explains explaining explanation explanations describe describing
    summarise summarize summarising summarizing summary summaries conclude conclusion conclusions recap format
    formats formatting formatted style styles tone voice wording phrase phrases phrasing word words wordy term
    terms text texts message messages chat conversation conversations discussion output outputs feedback review
    critique advice suggestion suggestions suggest recommendation recommendations recommend option options
    alternative alternatives choice choices

    language languages english british american australian indian canadian uk us german french spanish italian
    portuguese brazilian dutch danish swedish norwegian finnish icelandic polish czech slovak hungarian romanian
    bulgarian greek turkish russian ukrainian serbian croatian slovenian arabic hebrew persian farsi hindi urdu
    bengali tamil telugu thai vietnamese indonesian malay filipino tagalog japanese korean chinese mandarin
    cantonese simplified traditional latin swahili catalan basque irish welsh translate translation translations
    translated spelling grammar native dialect accent slang idiom idioms

    sentence sentences paragraph paragraphs bullet bullets point points bulleted numbered list lists listing table
    tables heading headings header headers title titles section sections line lines prose markdown plain html
    emoji emojis emoticon emoticons smiley smileys exclamation mark marks punctuation comma commas semicolon
    semicolons colon colons oxford serial em en dash dashes hyphen hyphens ellipsis quotation parentheses brackets
    bold italic italics capital capitals capitalisation capitalization caps lowercase uppercase letter letters
    ascii character characters symbol symbols paragraphing whitespace indentation

    short shorter shortest brief briefly concise concisely succinct succinctly terse compact long longer lengthy
    length detail details detailed thorough complete comprehensive in-depth depth direct directly straight
    straightforward blunt bluntly honest honestly frank frankly candid critical polite politely friendly kind warm
    formal formally informal informally casual casually professional professionally neutral objective simple
    simply plain clear clearly precise precisely exact exactly accurate concrete specific vague literal literally
    technical nontechnical jargon buzzword buzzwords cliche cliches filler fluff preamble intro introduction
    introductions outro disclaimer disclaimers warning warnings caveat caveats apology apologies apologise
    apologize apologising apologizing sorry compliment compliments flatter flattery flattering praise sycophantic
    sycophancy sugarcoat lecture lectures lecturing moralise moralize preach patronise patronize condescending
    sarcasm sarcastic irony ironic humor humour humorous funny joke jokes joking pun puns playful serious
    seriously creative enthusiastic enthusiasm encouraging empathetic empathy supportive calm friend friends human
    person people colleague patient slow slowly fast quick quickly good great excellent better best bad wrong
    right correct correctly true false same different new extra additional unnecessary needless redundant
    necessary possible relevant important key top hard easy own other others whole full fully partial

    ask asks asking asked question questions clarify clarifying clarification clarifications confirm confirming
    confirmation check checking permission approval consent ok okay agree disagree disagreement challenge correct
    correcting interrupt wait act acting acting action actions proceed proceeding continue continuing change
    changes changing decide deciding decision decisions assume assumes assuming assumption assumptions guess
    guesses guessing invent inventing fabricate fabricating hallucinate hallucinating pretend speculate
    speculation fact facts factual source sources sourced cite cites citing citation citations reference
    references referencing link links linking url urls quote quotes quoting evidence proof example examples
    illustrate illustration illustrations analogy analogies metaphor metaphors step steps step-by-step think
    thinking thought reason reasons reasoning logic working opinion opinions view views uncertain uncertainty
    unsure certain certainty confident confidence know knowing admit admitting limits mistake mistakes error
    errors obvious basics basic background context reasoning why how what which who where whether idea ideas topic
    topics subject matter task tasks request requests instruction instructions prompt user

    metric imperial unit units celsius fahrenheit kilometre kilometres kilometer kilometers kilogram kilograms
    miles pounds number numbers figure figures digit digits decimal decimals percent percentages rounded date
    dates iso time times 24-hour 12-hour 24h 12h clock zone hour hours utc euro euros dollar dollars currency

    name names title sir madam ma'am mr mrs ms miss dr first-name surname nickname pronoun pronouns he him his she
    her hers them call calling greet greeting greetings hello hi hey dear thanks thank you're welcome sign-off
    signoff goodbye closing repeat repeats repeating repetition rephrase restate paraphrase max maximum min
    minimum limit limited around roughly approximately
    """,
    )
)
# What is written to somebody.
LETTERS = (
    r"e-?mails?|mails|letters?|repl(?:y|ies) to|(?:thank[- ]you|birthday) (?:notes?|cards?)|invitations?"
    r"|(?:answer|write|draft|send)(?:ing)? (?:[\w'’]+ ){0,2}(?:messages?|texts?|notes?)"
)
