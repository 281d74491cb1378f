"""Characters that look like others. Unicode's own decompositions (full width, circled, mathematical) come before."""

from string import ascii_uppercase

# Letters that are written with a stroke or joined, and quotation marks: the plain ones that people type for them.
PLAIN: dict[str, str] = {
    **dict(zip("łŁøØđĐħĦıŧŦŀĸ", "lLoOdDhHitTlk", strict=True)),
    "ß": "ss",
    "ẞ": "SS",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "þ": "th",
    "ð": "d",
    "Þ": "Th",
    "Ð": "D",
    **dict.fromkeys("‘’‚‛′`ʼʹ´", "'"),
    **dict.fromkeys("“”„‟″«»「」『』《》〝〞", '"'),
    **dict.fromkeys("‹›", "'"),
    "−": "-",
    "∶": ":",
    "꞉": ":",
    "ː": ":",
    "։": ":",
    "⁄": "/",
    "∕": "/",
    "⧸": "/",
    "│": "|",
    "┃": "|",
    "║": "|",
    "¦": "|",
    "╱": "/",
    "【": "[",
    "】": "]",
    "〔": "[",
    "〕": "]",
}
GREEK = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχεηωγβςσ", "ABEZHIKMNOPTYXaikvoptuxenwyBco", strict=True))
CYRILLIC = dict(
    zip("АВЕЅІЈКМНОРСТУХҮԚԜавеѕіјкмнорстухүԛԝһӏԁԍпгпшѵ", "ABESIJKMHOPCTYXYQWabesijkmhopctyxyqwhldgnrnwv", strict=True)
)
ARMENIAN = dict(zip("աեհնոսցքօԱՍՏՕ", "wehunugqoUUSO", strict=True))
OTHERS = {
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz", strict=True)),
    **dict(zip("ɑɡɩɪʋսᴠᴢⅼℓ∣ǀƖΟ", "agiivuvzllllIO", strict=True)),
    **dict(zip("ᎪᏴᏟᎠᎬᏀᎻᏆᎫᏦᏞᎷΝᏢᏒᏚᎢᏙᎳᎩᏃ", "ABCDEGHIJKLMNPRSTVWYZ", strict=True)),
}
FIRST_CIRCLED, FIRST_SQUARED, FIRST_FLAG = 0x1F150, 0x1F170, 0x1F1E6
FRAMED = {
    chr(first + n): c for first in (FIRST_CIRCLED, FIRST_SQUARED, FIRST_FLAG) for n, c in enumerate(ascii_uppercase)
}
# The digit three, four and six look like these letters.
NUMERIC = {"З": "3", "з": "3", "Ч": "4", "б": "6"}
LATIN = str.maketrans({**GREEK, **CYRILLIC, **ARMENIAN, **OTHERS, **FRAMED, **NUMERIC})
DIGIT_LETTERS = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "i": "1"})
