"""Finds the answers to security questions, in many languages: what a site or a bank asks, and what is said then."""

import re

from memoryweb.language.lazy_pattern import Beginning, LazyPattern
from memoryweb.language.sensitive.word_lists import words

AHEAD = 120  # characters between the question and its answer
TOPICS_MOST = 40  # questions that are read on from
ORDINARY = words("ordinary")
QUESTION = LazyPattern(
    r"(?<![a-z])(?:what (?:i|they|we) (?:put|enter|answer|use|say) for (?:the )?[\"'](?:the |your )?(?:name|what"
    r"|which|street|city|first|favou?rite)|answer to (?:the )?[\"'](?:what|which|where|who)[^\"'\n]{4,50}[\"'?]"
    r"|security (?:questions?"
    r"|answers?)|secret questions?|(?:mother|mum|mom)'?s? maiden name"
    r"|maiden name of (?:my|his|her|the) m"
    r"|sicherheits-?fragen?|geheimfragen?|madchenname\w{0,2}|questions? (?:secretes?|de securite)|nom de jeune fille"
    r"|preguntas? (?:secretas?|de seguridad)|apellido de soltera|domand[ae] (?:segret[ae]|di sicurezza)"
    r"|cognome da (?:nubile|ragazza)"
    r"|perguntas? (?:secretas?|de seguranca)|(?:nome|apelido|sobrenome) de solteira|(?:geheime|beveiligings"
    r"|controle|veiligheids)-? ?vra(?:ag|gen)"
    r"|meisjesnaam|pytani\w{1,2} (?:zabezpieczajac\w{1,2}|pomocnicz\w{1,2}|kontroln\w{1,2}|bezpieczenstwa)"
    r"|nazwisko panienskie"
    r"|guvenlik soru\w{0,5}|gizli soru\w{0,5}|kizlik soyad\w{0,4})(?![a-z])"
    r"|(?:контрольн|секретн)\w{2,3} вопрос\w{0,3}|девич\w{2,4} фамили\w{1,2}|密保|安全问题|安全提问|找回(?:账号"
    r"|密码|帐号)|秘密の質問|보안 ?질문"
)
# Of such a question, where somebody is asked one.
USUAL = LazyPattern(
    r"(?<![a-z])(?:(?:first|favou?rite|childhood|primary school|elementary) (?:pet|nickname|hero|boss|dog|cat|car"
    r"|school|teacher"
    r"|street|friend|home|job|concert)"
    r"|street (?:i|we|he|she|you) grew up|(?:erstes|ersten|erste) (?:haustier|auto|schule|lehrer\w{0,2})"
    r"|premi(?:er|ere) (?:animal|voiture|ecole|institutrice|chien)|primer[ao]? (?:mascota|coche|colegio"
    r"|profesora?|perro)|primo (?:animale|cane|insegnante)"
    r"|prim[ao] (?:auto|scuola|maestra)|primeir[ao] (?:animal|carro|escola|professora?|cachorro|cao)"
    r"|eerste (?:huisdier|auto|school|juf|meester)"
    r"|pierwsz\w{1,3} (?:zwierz\w{1,3}|pies|psa|nauczyciel\w{0,2}|samochod\w{0,2}|szkol\w)|ilk (?:evcil"
    r"|araba\w{0,2}|ogretmen\w{0,3}|okul\w{0,2})"
    r"|(?:birth|home) ?town|city (?:of birth|i was born in)|geburtsort|ville de naissance|ciudad natal)(?![a-z])"
    r"|перв\w{2,3} (?:питом\w{2,3}|учител\w{1,5}|машин\w|собак\w)|любим\w{2,3} учител\w{1,5}"
    r"|第一[只个條条](?:宠物|狗|猫)|班主任|小学老师|出生城市|最初(?:に飼った|の)ペット|첫 ?(?:반려|애완)"
)
ASKED = LazyPattern(
    r"(?<![a-z])(?:i (?:always )?(?:answer|enter|put)|asks?|asked|questions?|prompts?|reset|recover\w{0,3}"
    r"|verif\w{1,6}|fragt|gefragt|frage"
    r"|demande\w{0,2}|pregunt\w{1,5}|chied\w{1,3}|pergunt\w{1,3}"
    r"|vraa?gt?|pyta\w{0,3}|sor(?:arsa|uyor|arlarsa|unca|du))(?![a-z])|спра[шс]\w{2,5}|вопрос|会问|问|聞か|尋ね"
    r"|質問|물어|질문"
)
ANSWER = LazyPattern(
    r"(?<![a-z])(?:(?:the |my |our )?answers?(?: (?:is|was|to that is|with))?|(?:i|we|you|they|he|she) (?:always "
    r"|just )?(?:put|enter|say|said|reply|answer|use|used|type|wrote|write)(?: down)?|say|reply"
    r"|antwort(?:e|et)?(?: ist| lautet)?(?: ich)?(?: immer)?|gebe ich|trage ich|reponse(?: est)?|(?:je )?reponds?"
    r"|je mets|respuesta(?: es)?|(?:respondo|contesto|pongo)"
    r"|risposta(?: e)?|rispondo|metto|resposta(?: e)?|antwoord(?: is)?|antwoord ik|vul ik|odpowiedz(?: to)?"
    r"|odpowiadam|wpisuje|cevab\w{0,3}|yanit\w{0,3}|yaziyorum)(?![a-z])"
    r"|(?:всегда )?отвеча[юе]\w{0,2}|ответ\w{0,2}|пишу|答案(?:是|填|为)?|填的?(?:是)?|回答(?:是)?|答え?は|には"
    r"|答(?:え)?て|답은|답이|라고"
)
WHEN_ASKED = LazyPattern(
    r"(?<![a-z])(?:used?|for) [^.\n]{0,20}(?:recovery|reset|security)|(?<![a-z])(?:if|when|whenever|wenn|falls"
    r"|quand|si|cuando|quando|se|als|gdy"
    r"|jesli)(?![a-z])[^.\n]{0,40}(?<![a-z])(?:ask|fragt|demande"
    r"|pregunt|chied|pergunt|vraagt|pyta)|(?:если|когда)[^.\n]{0,40}спра"
)
# What joins the question to its answer without a verb for it.
LINK = LazyPattern(r"(?<![a-z])(?:is|was|ist|lautet|est|es|e|to|это|is)(?= )|[:=→]|->|-")
ANSWERED = LazyPattern(
    r"(?<![a-z])(?:what (?:i|they|we) (?:put|enter|use|say)|answers?|antwort\w{0,2}|reponse|respuesta|risposta"
    r"|resposta|antwoord|odpowiedz|cevab\w{0,3}"
    r"|maiden name|madchenname|nom de jeune fille|apellido de soltera|cognome da|de solteira|meisjesnaam"
    r"|nazwisko panienskie|kizlik)(?![a-z])|ответ|девич"
)
VALUE = Beginning(
    r"[\s:,=-]{0,4}(?:(?:immer|toujours|siempre|sempre|altijd|zawsze|always|всегда|mit|with|con|is|ist|est|es|e"
    r"|to|是|填|はいつも) ){0,2}"
    r"(?:[\"'](?P<quoted>[^\"'?\n]{2,40})[\"']|(?P<named>[A-ZА-Я][\w'-]{1,24})"
    r"|(?P<plain>[a-zа-я][\w'-]{2,24})(?= ?[a-z]{0,14}[.,!]?$)|\"?(?P<eastern>[\u3040-\u9fff\uac00-\ud7a3]{2,12}))"
)
ENTERED = LazyPattern(
    r"[\"'][^\"'?\n]{2,40}[\"'] (?:is|was) (?:what|the answer|my answer)|[\"'][^\"'?\n]{2,40}[\"'](?:と入れ"
    r"|と答え|と書|と設定|を入力|라고)"
)
EASTERN_TALK = LazyPattern(r"什么|怎么|不|要|应|请|忘|何|ない|必要|設定し|質問|问题|变|改|뭐|설정|필요|잊")


def has_answer(text: str) -> bool:
    """Return whether a plain text without marks holds the answer to a security question."""
    lower = text.lower()
    is_certain = True
    topics = [match.end() for match in QUESTION.finditer(lower)]
    if not topics:
        topics = [match.end() for match in USUAL.finditer(lower)]
        is_certain = False
        if not topics or not ASKED.search(lower):
            return False
    if is_certain and ENTERED.search(lower):
        return True
    links = (ANSWER, LINK) if (ANSWERED if is_certain else WHEN_ASKED).search(lower) else (ANSWER,)
    return any(_follows(text, lower, topic, links) for topic in topics[:TOPICS_MOST])


def _follows(text: str, lower: str, topic: int, links: tuple[LazyPattern, ...]) -> bool:
    for pattern in links:
        for link in pattern.finditer(lower, topic, topic + AHEAD):
            value = VALUE.match(text, link.end())
            if value and _is_answer(value):
                return True
    return False


def _is_answer(value: re.Match[str]) -> bool:
    if value["eastern"]:
        return not EASTERN_TALK.search(value["eastern"])
    return (value["quoted"] or value["named"] or value["plain"]).lower() not in ORDINARY
