"""How likely a memory is needed is learned: what needs nothing is told, and more closeness never means less need."""

import numpy as np

from memoryweb.language.heads import heads, needs
from memoryweb.language.heads.features import features_of_texts
from tests.rings import same_part
from tools import train_cut
from tools.rows import is_kept_aside, lines

FROM = 0.5
CAUGHT_LEAST, LOST_MOST = 0.7, 0.1  # of the requests that need nothing; of those that need something


def kept_aside() -> list[tuple[str, bool]]:
    """Return requests and agents' own questions that nothing was trained on, and whether they need nothing."""
    of_people = [
        (request["text"], not request["needs"])
        for account in lines("needs")
        if account["source"] == "account" and is_kept_aside(account["memories"][0])
        for request in account["requests"]
    ]
    of_agents = [(row["text"], not row["needs"]) for row in lines("questions") if is_kept_aside(row["text"])]
    return same_part([*of_people, *of_agents], 3)


def test_most_of_what_needs_nothing_is_told_and_little_else() -> None:
    rows = kept_aside()
    likely = heads.load("nothing").judge(features_of_texts([text for text, _ in rows]))[:, 0]
    quiet = np.array([needs_nothing for _, needs_nothing in rows])
    caught, lost = (likely[quiet] >= FROM).mean(), (likely[~quiet] >= FROM).mean()
    assert (caught >= CAUGHT_LEAST, lost <= LOST_MOST) == (True, True), (caught, lost)


def test_chances_follow_what_is_known() -> None:
    usual = {"score": 0.3, "best five": 0.25}
    tables = {
        "usual": usual,
        "closer": usual | {"score": 0.5},
        "sixth": usual | {"place": np.log1p(5), "behind the best": 0.1},
        "of the work": usual | {"task": 0.5},
        "needs nothing": usual | dict(zip(needs.FACTS[-2:], needs.bent(4.0), strict=True)),
    }
    table = np.array([[facts.get(name, 0.0) for name in needs.FACTS] for facts in tables.values()])
    chance = dict(zip(tables, needs.chances(table).tolist(), strict=True))
    assert all(0 < each < 1 for each in chance.values()), chance
    assert chance["closer"] > chance["usual"] > chance["sixth"], chance
    assert chance["of the work"] > chance["usual"] > 4 * chance["needs nothing"], chance


def test_a_chance_is_moved_by_log_odds() -> None:
    assert needs.shifted(0.09, 0.0) == 0.09
    assert needs.shifted(needs.shifted(0.09, -0.7), 0.7) == 0.09
    assert needs.odds_of_nothing("") == 0.0


def test_the_same_rows_teach_the_same_cut() -> None:
    random = np.random.default_rng(0)
    table = random.normal(size=(400, len(needs.FACTS)))
    needed = table[:, 0] + random.normal(size=400) > 1
    found = [train_cut.Found(table, needed, np.zeros(400, bool), int(needed.sum()), "en")]
    first, second = train_cut.fit(found), train_cut.fit(found)
    assert np.array_equal(first["weights"], second["weights"])
    assert first["weights"][0] > 5 * np.abs(first["weights"][1:]).max()
