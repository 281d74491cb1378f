"""English names of the things of which somebody mostly uses one: an editor, a spelling, a theme."""

from memoryweb.language.locales.base import alternatives, one_of

# Which of several is used. What stands in `needs` must be near: "British spelling", not "British humour".
SPELLINGS = {
    "british": r"british|uk|u\.k\.|commonwealth|en-gb",
    "american": r"american|us|u\.s\.|en-us",
    "australian": "australian",
    "canadian": "canadian",
}
EDITORS = {
    "vim": "(?:neo)?vim|nvim",
    "emacs": "(?:spac)?emacs",
    "vscode": "vs ?code|visual studio code|vscodium",
    "sublime": "sublime(?: text)?",
    "nano": "nano",
    "helix": "helix",
    "zed": "zed",
    "intellij": "intellij(?: idea)?",
    "pycharm": "pycharm",
    "webstorm": "webstorm",
    "atom": "atom editor",
    "notepad": r"notepad(?:\+\+)?",
    "cursor": "cursor editor",
    "xcode": "xcode",
    "kate": "kate editor",
}
BROWSERS = alternatives("firefox, chrome, safari, brave, vivaldi, opera, chromium, microsoft edge, librewolf").split(
    "|"
)
HOUR = "(?:h|[- ]?h(?:ou)?rs? (?:clock|times?|format|notation|system))"
SHELLS = {"bash": "bash", "zsh": "zsh", "fish": "(?:shell is|uses?|to) fish|fish shell", "nushell": "nushell"}


def _words(options: dict[str, str]) -> dict[str, str]:
    return {name: rf"\b(?:{words})\b" for name, words in options.items()}


def _names(names: list[str]) -> dict[str, str]:
    return _words({name: name for name in names})


CHOICES: dict[str, dict[str, str]] = {
    "spelling": {
        name: rf"\b(?:{words})(?: \w+)? ?(?:english|spellings?|orthography)\b" for name, words in SPELLINGS.items()
    },
    "editor": _words(EDITORS),
    "indentation": {
        "tabs": r"\b(?<!the )tabs?\b(?! (?:open|group|bar|key))",
        "spaces": r"\b(?:(?:two|four|eight|[248])[- ]|(?:with|use|using|prefer|like|over|not|to) )spaces\b|^spaces\b",
    },
    "theme": _words({"dark": "dark (?:mode|themes?|background)", "light": "light (?:mode|themes?|background)"}),
    "units": _words({"metric": "metric|si units", "imperial": "imperial"}),
    "temperature": _words({"celsius": "celsius|centigrade", "fahrenheit": "fahrenheit"}),
    "distance": _words({"kilometres": "kilomet(?:re|er)s|kms?", "miles": "miles"}),
    "weight": _words({"kilograms": "kilograms?|kilos?|kgs?", "pounds": "pounds|lbs"}),
    "clock": _words({"24": f"24{HOUR}|military time", "12": f"12{HOUR}|am/pm"}),
    "node packages": _names(["npm", "yarn", "pnpm", "bun", "deno"]),
    "python packages": _names(["poetry", "pipenv", "conda", "pdm", "uv"]),
    "browser": _names(BROWSERS),
    "shell": _words(SHELLS),
    "search engine": _names(["duckduckgo", "kagi", "bing", "ecosia", "google search", "qwant"]),
    "phone": _words({"iphone": "iphones?", "android": r"android|pixel \d|galaxy s\d"}),
    "quotes": _words({"single": "single quotes", "double": "double quotes"}),
    "hand": _words({"left": "left[- ]handed", "right": "right[- ]handed"}),
    "dates": _words({"day": "day first|dd/mm", "month": "month first|mm/dd", "iso": "iso (?:8601|dates?)"}),
    "seat": _words({"window": "window seats?", "aisle": "aisle seats?"}),
    "script": _words({name: f"{name} (?:chinese|characters)" for name in ("traditional", "simplified")}),
}
# Words of a choice's sentence that do not say where or when it holds.
CHOICE_WORDS = frozenset(
    alternatives("""
        use, uses, used, using, user, prefer, prefers, like, likes, love, want, need, write, writes, writing, code,
        coding, work, stick, choose, chose, go, run, have, keep, edit, indent, format, take, set, default, switch,
        switched, move, moved, migrate, migrated, change, changed, swap, swapped, went, convert, converted, give,
        show, spell, always, never, please, only, mostly, mainly, usually, nowadays, days, everything, everywhere,
        anything, all, every, repo, project, better, best, more, rather, spelling, english, editor, ide, browser,
        shell, phone, mode, theme, unit, system, temperature, distance, weight, indentation, clock, time, date,
        text, instead, now, again, still, main, thing, quote, seat, package, manager, search, engine, on, over,
        than, then, get, got, new, favourite, favorite, two, four, eight, make, let, stay, love, reply, answer,
        measurement, currently, finally
    """).split("|")
)
STARTS = one_of("well, so, and, but, please, now, actually, honestly, nowadays, these days, from now on, yes, no, oh")
NO_LONGER = one_of(
    "no longer, stopped, quit, don't, dont, do not, never, not, gave up, given up, anymore, any more, from"
)
CHOOSES_THIRD = one_of("is, has, uses, prefers, likes, loves, wants, writes, works, switched, moved, chose")
CHOOSES = one_of("""
    use, using, prefer, like, love, want, need, write, code, work, stick, choose, chose, go, run, have, keep, edit,
    indent, format, take, set, default, switched, moved, migrated, changed, went, converted, swapped, am, a, an,
    always, only, mostly, mainly, usually, now, also, just, recently, finally, really, much, still, currently,
    generally, strongly, been, measure, spell, drive, fly, book, set, 'm, 'd like, 'd rather, would rather, would
    like, do my, do all
""")
