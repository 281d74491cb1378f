"""German words of answering: what a rule about answers consists of. Whole requests in German are not read."""

import re

WORDS = frozenset(
    re.findall(
        r"\S+",
        """
    der die das den dem des ein eine einen einem einer und oder aber als wie wenn falls ob dass weil ich mir mich mein
    meine meinen meiner du dir dich dein deine deinen sie ihnen wir uns unser es ist sind sein wird werden nicht kein
    keine keinen nie niemals immer stets bitte nur auch noch schon sehr mehr weniger viel viele wenig wenige alle alles
    jede jeder jedes jeden in im am an auf aus bei bis für gegen mit nach ohne über um von vom vor zu zum zur statt
    anstatt sondern lieber gern gerne möchte will soll sollst kann kannst darf muss musst mag mach mache benutze nutze
    verwende vermeide lass gib nenne beginne fang ende hör

    antworte antworten antwort schreib schreibe schreiben schreibt schreibst geschrieben sag sage sagen sprich spreche
    sprechen rede erkläre erklären erklär erklärung erklärungen fass fasse zusammen zusammenfassung zusammenfassungen
    formuliere formulierung formulierungen übersetze frag frage fragen nachricht nachrichten text texte gespräch

    sprache deutsch deutsche deutschen englisch englische chinesisch französisch italienisch spanisch schweizerdeutsch
    hochdeutsch dialekt rechtschreibung grammatik fremdwörter fachwörter fachbegriffe anglizismen leichte leichter

    satz sätze sätzen absatz absätze liste listen stichpunkte stichpunkten aufzählung aufzählungen tabelle tabellen
    überschrift überschriften zeile zeilen ausrufezeichen satzzeichen komma klammern fett kursiv emoji emojis smileys

    kurz kurze kürzer knapp knappe lang lange länger ausführlich ausführliche genau genaue einfach einfache klar klare
    direkt direkte ehrlich höflich freundlich förmlich formell locker sachlich ernst lustig verständlich konkret
    konkrete schritt schritte schritten schrittweise beispiel beispiele beispielen quelle quellen grund gründe
    duzen duze siezen sieze per name namen vornamen nachnamen anrede gruß grüße einleitung floskeln lob entschuldigung
    metrisch euro uhrzeit datum komma
    """,
    )
)
