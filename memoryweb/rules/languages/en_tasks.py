"""English words by which a request tells what kind of work it is, and to whom somebody writes."""

from memoryweb.rules.languages.base import alternatives

# By the name of the task type. A word that is as common in other work is left out: "message" alone may be a commit's.
TASKS = {
    "reply_message": alternatives(r"""
        repl(?:y|ies|ying) to, reply, respond(?:ing)? to, response to (?:the|this|that|my|his|her|their) \w+,
        answer(?:ing)? (?:the|this|that|my|his|her|an?) (?:[\w'’]+ ){0,2}(?:e-?mails?|mails?|messages?|letters?),
        write back, e-?mails?(?! (?:address|validation|field|server)), mails, mail (?:to|him|her|them|my),
        letters?(?= to| for| of),
        (?:write|draft|send|compose|answer) (?:\w+ ){0,4}(?:letter|note|card|message|text|mail|invitation|dm)s?,
        (?:text|message) (?:him|her|them|my \w+), (?:tell|thank|invite) (?!me\b|us\b|if\b|whether\b|apart\b)\w+,
        let (?!me\b|us\b)(?:\w+ ){1,3}know, thank[- ]you (?:note|card|letter|mail),
        cover letter, wedding speech, condolences?, linkedin (?:post|message), whatsapp, slack message
    """),
    "generate_report": alternatives(r"""
        reports?(?! (?:an? |the )?(?:bug|error|issue)), write-?up, white ?paper, memo, minutes of, one-pager,
        proposal, presentation, slides?, slide deck, hand-?out,
        (?:as|into|in) (?:a |one )?(?:document|pdf|word file),
        (?:write|draft|prepare|create|make|format) (?:\w+ ){0,4}(?:document|paper|essay|manual|guide|contract)
    """),
    "explain": alternatives(r"""
        explain(?:s|ed|ing)?, explanation, walk me through, teach me, help me understand,
        what(?:['’]s| is| are| does), what do(?:es)? \w+ mean, how (?:do|does|did|is|are|can|could|come),
        why (?:is|are|do|does|did|was|were|would), difference between, tell me (?:more )?about, describe how, eli5
    """),
    "summarize": alternatives(r"""
        summar(?:y|ies|ise|ize|ised|ized|ising|izing)(?: of)?, tl;?dr, recap, key points, main points, condense,
        in a nutshell, boil (?:it|this) down, digest of, sum up
    """),
    "news_briefing": alternatives(r"""
        news(?!letter template), headlines?, what['’]?s new,
        (?:morning|daily|weekly|evening) (?:news )?(?:briefing|digest|update),
        briefing, what happened (?:today|yesterday|this week|overnight|in the world), current affairs, latest on
    """),
    "code_task": alternatives(r"""
        (?:this|that|my) (?:function|class|method|script|module|snippet),
        refactor\w*, debug\w*, bug(?:s|fix(?:es)?)?, stack ?trace, traceback, unit tests?,
        (?:failing|broken|flaky) tests?, tests? fails?, test suite,
        (?:run|write|add|fix|update|skip) (?:\w+ ){0,3}tests?, tests? for the, pytest, linter?,
        compil(?:e|es|er|ing) error, commit (?:this|these|the|it|my|message|everything|all), git, pull requests?,
        (?:open|merge|review) (?:an? |the |this |my )?pr, rebase, merge conflicts?, merge (?:\w+ ){0,3}branch,
        branch, code(?! of conduct| word), coding, codebase, source code,
        script(?! for (?:a |the )?(?:play|film|video|movie)), functions?(?= in | that | which | to | from |[.,]|$),
        class(?= \w+ in| that inherits), endpoints?, api route, modules?, migrations?, dependenc(?:y|ies),
        package\.json, docker\w*, ci, ci/cd, pipeline, workflow file, deploy(?:s|ed|ing|ment)?, implement\w*,
        type ?checker, type hints?, typescript, python, javascript, rust, golang, regex, sql query, schema, npm,
        pnpm, yarn, pip, css, html, front-?end, back-?end, login page, null pointer, exceptions?, crash(?:es|ed)?,
        build fails?, rename the (?:variable|method|function|class|field|file),
        [\w/-]+\.(?:py|js|ts|tsx|jsx|go|rs|java|rb|php|c|h|cpp|cs|sh|sql|css|html|toml|ya?ml|json)
    """),
    "search_information": alternatives(r"""
        research(?:ing)?, look up, looking up, search(?:ing)? (?:for|the web|online|the internet), find out,
        find (?:me )?(?:\w+ ){0,2}(?:sources?|papers?|articles?|information|studies|evidence|reviews?), cite,
        citations?, sources?(?= for| on| about|\b(?! code)),
        compare (?:the )?(?:prices|offers|options|providers|models), fact-?check, what is known about,
        state of the art, literature, which \w+(?: \w+){0,2} (?:is|are) (?:best|worth \w+)
    """),
    "schedule": alternatives(r"""
        (?:re)?schedul\w+, calendar, appointments?, meetings?(?! (?:notes|minutes|room policy)),
        book (?:an? |the )?(?:call|slot), slots?(?= for| with| on| next| this),
        find (?:an? |some )?(?:time|slot|date|day), time ?slot, availability,
        set up (?:an? |the )?(?:\w+ ){0,2}(?:call|meeting|sync|interview|one-to-one),
        plan my (?:day|week|morning|month), remind me, deadline for, block (?:off )?(?:time|my|the)\b,
        when (?:can|could) (?:i|we), when should (?:i|we) meet, (?:fit|squeeze) (?:\w+ ){0,3}in, (?:am i|are we) free,
        (?:good|free|best) (?:time|day|evening|weekend) (?:to|for), plan (?:my|the|our) (?:day|week|month|weekend),
        move (?:\w+ ){0,4}to (?:(?:next|this) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day
    """),
    "export_data": alternatives(r"""
        export\w*, spreadsheets?, data ?sets?, data file, as (?:a )?table, columns and rows, csv, xlsx, excel,
        json file, download (?:the|my|all) (?:\w+ )?data, dump of,
        (?:convert|save|write) (?:\w+ ){0,4}(?:to|as|into) (?:csv|json|excel)
    """),
    "make_image": alternatives(r"""
        logos?, icons?(?! library), images?(?= of| for| that| showing), illustrations?, pictures?(?= of| for),
        diagrams?, draw(?:ing)?(?= an?| me| the| us), posters?, banner, infographics?, svg, png, flow ?charts?,
        sketch, mock-?ups?,
        (?:make|create|design|generate) (?:\w+ ){0,3}(?:image|picture|graphic|chart|cover|flyer)s?
    """),
}  # fmt: skip
# The circles of people that somebody writes to.
CIRCLES = {
    "family": alternatives("""
        family, relatives, parents?, in-laws, siblings?, grandparents?, folks, mother, mom, mum, mama, father, dad,
        papa, sisters?, brothers?, grandmother, grandma, granny, nan, grandfather, grandpa, aunts?, auntie, uncles?,
        cousins?, nieces?, nephews?, sons?, daughters?, wife, husband, mother-in-law, father-in-law
    """),
    "friends": alternatives("friends?, mates?, buddy, buddies, pals?, best man"),
    "colleagues": alternatives("colleagues?, co-?workers?, the team, my team, staff, teammates?, interns?"),
    "customers": alternatives("customers?, clients?, buyers?, subscribers?, patrons?, tenants?, suppliers?, vendors?"),
    "superiors": alternatives("""
        trustees?, the board, board members?, directors?, management, investors?, shareholders?, executives?, boss,
        managers?, supervisors?, ceo, chair(?:wo)?man, professors?
    """),
    "authorities": alternatives("""
        authorit(?:y|ies), the council, city hall, tax office, officials?, ministry, landlord, judge, inspectors?,
        mayor
    """),
}
