"""Finds ruin, and the help of a state, told without a sum: an account in the red, creditors, benefits."""

from memoryweb.language.sensitive.word_lists import forms

RUINED = forms(
    (
        r"(?:konto[^.\n]{0,24}(?:uberzogen|im minus)|(?:bin|sind|stehe) [^.\n]{0,16}im dispo)",
        r"(?<![a-z])(?:privatinsolvenz|verbraucherinsolvenz|(?:bin|ist|sind) insolvent)(?! (?:recht))",
        r"(?<![a-z])(?:suis|sommes|est|compte) (?:\w{1,10} )?a decouvert(?![a-z])",
        r"(?<![a-z])(?:dossier de surendettement|suis surendette\w?|sommes surendettes)",
        r"(?:estoy|estamos|cuenta)[^.\n]{0,16} en (?:numeros rojos|bancarrota)",
        r"conto[^.\n]{0,16} in rosso|(?:sono|siamo) in rosso",
        r"(?:conta|estou|estamos)[^.\n]{0,16} (?:no vermelho|no cheque especial)",
        r"(?<![a-z])(?:sta|staan|staat) (?:\w{1,10} ){0,3}rood(?= (?:op|bij|sinds)|[.,]|$)",
        r"(?:in|zit|zitten)[^.\n]{0,16} (?:schuldsanering|schuldhulpverlening)",
        r"komornik\w{0,3} (?:zaj|sciag|zabiera|puka)\w{0,5}|(?:na debecie|konto na minusie)",
        (
            r"коллектор\w{0,2} (?:звон|приход|угрож|достал)\w{0,4}|(?:оформ\w{2,5}|подал\w?)"
            r" (?:на )?банкротств\w"
        ),
        r"(?<![a-z])(?:icralik|icraya|haciz geldi|iflas et(?:tim|tik))",
        r"(?:hos|fran|skuld\w{0,3} (?:hos|till)|skrev) kronofogden|(?:har|fatt) skuldsanering",
        (
            r"(?<!\w)(?:(?:went|sent|gone|is|are) (?:in)?to collections|repossess\w{0,3} (?:my|our|his|her)"
            r"|foreclos\w{1,3} on (?:my|our|the|us)|(?:my|our|his|her) \w{3,9} (?:was|is being|got|is in|were)"
            r" (?:repossessed|foreclosed|foreclosure|garnished)|payday loans?(?= (?:to|for|again|and))"
            r"|(?:on|in) (?:a )?debt (?:management plan|consolidation)|(?:got|facing|received) (?:an )?eviction)"
        ),
        (
            r"(?<!\w)(?:i'm|i am|we're|we are|he's|she's|live|living|lives|rely|relies|get|gets|getting|claim|claims"
            r"|claiming|drawing|collecting|applied for|receive|receives)(?: on| off)? (?:food stamps|universal credit"
            r"|benefits(?= |[.,]|$)(?! (?:from|of|package))|welfare|jobseeker's|unemployment(?: benefits?)?|housing"
            r" benefit|snap benefits)"
        ),
    )
)
