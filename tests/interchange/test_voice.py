"""How a file speaks of its person, and what its lines are about then."""

import json

from memoryweb.interchange.entry import About
from memoryweb.interchange.perspective.voice import Voice, detect_voice
from memoryweb.interchange.reading import read_text
from tests.cases import with_each

FILES: dict[str, tuple[Voice, list[str]]] = {
    "I": (Voice(is_known=True), ["I like rye.", "My boat is old.", "Noor repairs harps."]),
    "the user": (Voice(is_known=True), ["User likes rye.", "The user's boat is old."]),
    "you": (Voice(is_you=True, is_known=True), ["You like rye.", "Your boat is old.", "We drafted a letter."]),
    "Sie": (Voice(is_you=True, is_known=True), ["Du magst Roggen.", "Deine Katze heißt Mo."]),
    "您": (Voice(is_you=True, is_known=True), ["您喜欢黑麦", "您住在海边"]),
    "a name": (Voice("Noor", is_known=True), ["Noor likes rye.", "She lives alone.", "Vera runs the shop."]),
    "an agent's notes": (Voice(is_agents=True, is_known=True), ["主人喜欢黑麦", "我是一只猫"]),
    "programs": (Voice(), ["Redis runs on port 1.", "Redis has a queue.", "Nginx needs no file."]),
    "ich": (
        Voice(is_known=True, is_strict=True),
        ["Ich mag Roggen.", "Mein Boot ist alt.", "Lebe allein.", "Rudere."],
    ),
    "él": (Voice(is_known=True, is_strict=True), ["Vive solo.", "Prefiere el té.", "Toca el arpa.", "Pide listas."]),
    "tú": (Voice(is_you=True, is_known=True), ["Eres violinista.", "Tienes dos gatas."]),
    "one name": (Voice("Noor", is_known=True), ["Noor is a harp maker.", "Keep answers short."]),
    "two names": (Voice(), ["Noor repairs harps.", "Vera runs the shop."]),
}


@with_each("name", FILES)
def test_a_file_speaks_of_its_person_in_one_way(name: str) -> None:
    voice, lines = FILES[name]
    assert detect_voice(lines) == voice


def test_a_name_in_the_title_is_theirs() -> None:
    assert detect_voice(["Noor repairs harps.", "Vera runs the shop."], title="Working with Noor").name == "Noor"


def test_a_summary_is_about_whoever_it_names_first_and_most() -> None:
    assert detect_voice(["Noor repairs harps.", "She works alone."], is_summary=True).name == "Noor"


OF_USER, TO_YOU, OF_NOOR = Voice(is_known=True), Voice(is_you=True, is_known=True), Voice("Noor", is_known=True)
LINES = [
    (OF_USER, "User was born by the sea", About.PERSON),
    (OF_USER, "Takes no caffeine after noon", About.PERSON),
    (OF_USER, "Vera prefers comments on paper", About.SOMEBODY),
    (OF_USER, "Editor Vera Vold prefers comments on paper", About.SOMEBODY),
    (OF_USER, "The boiler room is locked at night", About.PROJECT),
    (OF_USER, "The user wants the boiler room locked", About.PERSON),
    (OF_USER, "The summary should come first", None),
    (OF_USER, "Chapter 9 was cut by half", About.LOG),
    (OF_USER, "Assistant suggested three books", About.LOG),
    (OF_USER, "User asked about the weather", About.LOG),
    (OF_USER, "User asked to be called Mo", About.PERSON),
    (OF_USER, "Shall we go on?", About.LOG),
    (OF_USER, "用户昨天问了火车", About.LOG),
    (OF_USER, "Ich esse kein Fleisch", About.PERSON),
    (OF_USER, "Vivo cerca del mar", About.PERSON),
    (OF_USER, "J’habite près de la mer", About.PERSON),
    (OF_USER, "You are a helpful assistant", About.PERSONA),
    (TO_YOU, "You don't eat rye", About.PERSON),
    (TO_YOU, "You must run the tests", None),
    (TO_YOU, "I converted a list of prices", About.LOG),
    (TO_YOU, "Would you like me to forget any of these", About.LOG),
    (OF_NOOR, "Noor eats no rye", About.PERSON),
    (OF_NOOR, "She eats no rye", About.PERSON),
    (OF_NOOR, "His deputy, Vera, is away", About.SOMEBODY),
    (Voice(), "Vera eats no rye", None),
    (OF_USER, "Rowing to the island twice a week", About.PERSON),
    (OF_USER, "Is blind in one eye", About.PERSON),
    (OF_USER, "Sister Ana is getting married", About.PERSON),
    (OF_USER, "Seine Schwester heißt Ana", About.PERSON),
    (OF_USER, "妻子在医院上班", About.PERSON),
    (OF_USER, "职业是木匠", About.PERSON),
    (OF_USER, "Rudere jeden Sonntag", None),
    (OF_USER, "Spiele jeden Sonntag Harfe", About.PERSON),
    (OF_USER, "L’utilisatrice répare des harpes", About.PERSON),
    (OF_USER, "Business partner Vera has the keys", About.SOMEBODY),
    (OF_USER, "Vera, the harbour pilot, has the keys", About.SOMEBODY),
    (OF_USER, "Mme Duval passe le lundi", About.SOMEBODY),
    (OF_USER, "Emil from the boatyard has the keys", About.SOMEBODY),
    (OF_USER, "Die Nachbarin, Frau Holm, hat die Schlüssel", About.SOMEBODY),
    (OF_USER, "站长每天开晨会", About.SOMEBODY),
    (OF_USER, "Steht um sechs auf", About.PERSON),
    (OF_USER, "Ne mange jamais de seigle", About.PERSON),
    (OF_USER, "Répondez-moi en trois points", About.PERSON),
    (OF_USER, "Took up rowing last year", About.PERSON),
    (OF_USER, "Le site est mis à jour le lundi", About.PROJECT),
    (OF_NOOR, "Finnish is her first language", None),
    (OF_USER, "Der Lehrling Emil hat montags frei", About.SOMEBODY),
    (OF_USER, "用户的同事小林休假", About.SOMEBODY),
    (OF_USER, "用户的同事都叫用户老林", About.PERSON),
    (OF_USER, "Boat shed 3 has a leaking roof", About.PROJECT),
    (OF_USER, "Old strings are wound with copper", About.PROJECT),
    (OF_USER, "Die Werkstatt hat zwei Tore", About.PROJECT),
    (OF_USER, "Le grenier est plein", About.PROJECT),
    (OF_USER, "El taller abre a las nueve", About.PROJECT),
    (OF_USER, "仓库的门是铁的", About.PROJECT),
    (OF_USER, "Favourite wood is maple", None),
    (OF_USER, "Short lists are fine", None),
    (OF_USER, "Keep answers short", None),
    (OF_USER, "Order new strings before Friday", About.LOG),
    (OF_USER, "Acheter des cordes avant lundi", About.LOG),
    (OF_USER, "周五前寄出两把琴", About.LOG),
    (OF_USER, "Compared three lathes", About.LOG),
    (OF_USER, "Compiled a table of harps", About.LOG),
    (TO_YOU, "I don't see every past chat", About.LOG),
    (TO_YOU, "Tell me if anything is wrong", About.LOG),
    (TO_YOU, "This is all that was saved", About.LOG),
    (TO_YOU, "如果有错,请告诉我", About.LOG),
    (OF_USER, "Tell me if anything is wrong", About.PERSON),
    (OF_USER, "Restrung the old harp", None),
    (OF_USER, "Shortened the long letter", About.LOG),
    (OF_USER, "Adopted a dog", About.PERSON),
    (OF_USER, "Finish the big harp by May 2031", None),
    (OF_USER, "Répare une harpe", About.PERSON),
    (OF_USER, "Arregla las arpas", About.PERSON),
    (OF_USER, "Harp 2.3 loses a string", About.SOMEBODY),
    (TO_YOU, "Te gusta el té", About.PERSON),
    (OF_NOOR, "Rye bread is a thing she avoids", None),
]


@with_each("voice, line, subject", LINES)
def test_a_line_says_what_it_is_about(voice: Voice, line: str, subject: About | None) -> None:
    assert voice.subject(line) == subject


def about_the_person(text: str) -> list[str]:
    return [entry.title for entry in read_text(text).document.entries if entry.about == About.PERSON]


def test_bold_lines_of_a_summary_are_headings() -> None:
    text = "**Work context**\n\nNoor repairs harps. She works alone. The shop was built in 1901.\n\n*Recent months*\n\n"
    assert about_the_person(f"{text}Claude compared two quotes.\n") == ["Noor repairs harps.", "She works alone."]


def test_what_nobody_filled_in_of_a_template_is_no_memory() -> None:
    text = (
        "# USER.md - About Your Human\n\n_Learn about the person you're helping._\n\n- **Name:** Noor\n\n## Context\n\n"
    )
    assert about_the_person(f"{text}- Hates voice notes.\n") == ["Name: Noor", "Hates voice notes."]


def test_an_entity_of_a_graph_may_hold_a_part_of_the_person() -> None:
    rows = [
        '{"type":"entity","name":"default_user","entityType":"person","observations":["Speaks Finnish"]}',
        '{"type":"entity","name":"default_user_health","entityType":"profile","observations":["No tea after noon"]}',
        '{"type":"entity","name":"default_username","entityType":"setting","observations":["Eight letters"]}',
    ]
    assert about_the_person("\n".join(rows)) == ["Speaks Finnish", "No tea after noon"]


def test_of_several_people_in_a_graph_the_person_is_the_one_whom_most_relations_start_from() -> None:
    people = {"Noor_Holm": ["Repairs harps"], "Ana": ["Noor's sister, rows"], "Vera": ["Runs the shop"]}
    rows = [
        *(
            {"type": "entity", "name": name, "entityType": "person", "observations": said}
            for name, said in people.items()
        ),
        {"type": "entity", "name": "Noor_tastes", "entityType": "preference", "observations": ["Likes rye"]},
        *(
            {"type": "relation", "from": "Noor_Holm", "to": to, "relationType": "knows"}
            for to in ("Ana", "Vera", "Emil")
        ),
    ]
    said = about_the_person("\n".join(map(json.dumps, rows)))
    assert said == ["Repairs harps", "Ana: Noor's sister, rows", "Likes rye", "Knows Ana", "Knows Vera", "Knows Emil"]


def test_in_a_list_that_names_its_user_other_lines_are_about_something_else() -> None:
    lines = [
        "User likes rye",
        "User lives by the sea",
        "User rows on Sundays",
        "Lichens grow on stone",
        "Keep answers short",
    ]
    assert about_the_person(json.dumps(lines)) == [lines[0], lines[1], lines[2], lines[4]]


def test_a_list_of_blocks_of_letta_is_read_like_an_agent_file() -> None:
    blocks = [
        {"label": "persona", "value": "I am Quill."},
        {"label": "human", "value": "Name: Noor\nStudies at night."},
    ]
    assert about_the_person(json.dumps(blocks)) == ["Name: Noor", "Studies at night."]


def test_a_task_and_a_label_tell_without_a_heading() -> None:
    assert about_the_person("# Notes\n\n- [ ] I should call the dentist\n- Hobbies: beekeeping\n- Port: 9010\n") == [
        "Hobbies: beekeeping"
    ]


def test_an_observation_says_by_its_name_that_it_is_about_the_person() -> None:
    text = "---\ntitle: Noor\ntype: note\n---\n\n- [health] Recovering from a fall\n- [tech] Runs nightly\n"
    assert about_the_person(text) == ["Recovering from a fall"]


@with_each(
    "text, said",
    [
        ("# Notes\n\n## About Noor\n- Harps, mostly old\n\n## Server\n- Port 80 is open\n", ["Harps, mostly old"]),
        ("## Noor\n- Likes rye\n- Lives alone\n- Old harps\n", ["Likes rye", "Lives alone", "Old harps"]),
        ("## Hall\n- Likes rye\n- Port 80 is open\n- Harps, mostly old\n", ["Likes rye"]),
        ("What do you do?\nHarp maker on an island\n\nWhat is new?\nPort 80 is open\n", ["Harp maker on an island"]),
        ("## About me\n- I row.\n\n**My server**\n- Port 80 is open\n", ["I row."]),
        ("## About me\n- I row.\n\nSee also: [[Goals]] and [[Boats]]\n", ["I row."]),
        ("## About me\nMy doctor is Dr. Voss. I row.\n", ["My doctor is Dr. Voss.", "I row."]),
        ("# CLAUDE.md\n\n## Who you are working with\n- I make harps.\n\n## Commands\n- `make`\n", ["I make harps."]),
        ("id,memoria\n1,Vive sola\n2,El taller abre a las nueve\n3,Toca el arpa\n", ["Vive sola", "Toca el arpa"]),
        ("---\ntitle: Noor\ntype: note\n---\n\n- [equipment] Lathe 3 runs hot\n- [habit] Rows daily\n", ["Rows daily"]),
        ('{"type":"entity","name":"Ana","entityType":"family_member","observations":["Rows"]}', ["Ana: Rows"]),
    ],
)
def test_a_file_tells_by_its_headings_columns_and_names(text: str, said: list[str]) -> None:
    assert about_the_person(text) == said


def test_each_sentence_of_a_paragraph_has_the_line_it_begins_on() -> None:
    text = "## About me\n\nI row. I repair\nharps. I like rye.\nI live alone.\n"
    said = {entry.title: entry.line for entry in read_text(text).document.entries}
    assert said == {"I row.": 3, "I repair harps.": 3, "I like rye.": 4, "I live alone.": 5}


def test_front_matter_that_never_ends_hides_nothing() -> None:
    reading = read_text("---\ntitle: Me\n- [habit] Rows every\n\nSaturday\n")
    assert [each.text for each in reading.document.unknown] == ["title: Me", "Saturday"]
