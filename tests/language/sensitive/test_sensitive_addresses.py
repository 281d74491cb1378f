"""The guard reads an address word for word: ids in a path are no keys, and what is encoded hides nothing."""

from memoryweb.language.sensitive import Sensitive, inspect, read_address
from tests import effort
from tests.cases import for_each

READ = [
    ("https://desk.example/a/b%20c?d=e+f&g=%C3%A9", "https://desk.example  a b c d=e f&g=é"),
    ("com.example.app:/back", "com.example.app:/back  "),
    ("cursor://place/oauth/callback", "cursor://place  oauth callback "),
    ("mailto:x@y.example", "mailto:x@y.example"),
    ("Notes: see https://desk.example/a%20b", "Notes: see https://desk.example/a%20b"),
    ("and/or", "and/or"),
    ("", ""),
]
IDS = ["OUbdUMlL15Ct", "6qXv2mB9kT3a", "ijq0caHmR1iW", "6MFBM1In3Ey-", "V1StGXR8_Z5jdHi6B-myT", "App206484CLIAPI"]
SECRETS = {
    "https://desk.example/token/6qXv2mB9kT3a": Sensitive.KEY,
    "https://desk.example/password/hunter2": Sensitive.PASSWORD,
    "https://desk.example/4111%201111%201111%201111": Sensitive.CARD,
    "https://desk.example/back?note=my%20password%20is%20hunter2": Sensitive.PASSWORD,
    "https://desk.example/Anna%20has%20diabetes": Sensitive.HEALTH,
    "https://anna:hunter2@desk.example/": Sensitive.KEY,
    "com.4111111111111111.app:/back": Sensitive.CARD,
}


@for_each(READ)
def test_an_address_is_decoded_and_its_path_parted(text: str, read: str) -> None:
    assert read_address(text) == read


@for_each(IDS)
def test_an_id_in_a_path_is_no_key(word: str) -> None:
    for address in (f"https://chatgpt.com/connector/oauth/{word}", f"http://127.0.0.1:63546/callback/{word}"):
        assert inspect(read_address(address)) is None


@for_each(SECRETS)
def test_a_secret_in_an_address_is_found(address: str) -> None:
    found = inspect(read_address(address))
    assert found
    assert found.category == SECRETS[address]


@for_each(["/", "%", "a", "?", "a:/", "%41", "//", "a/"])
def test_hostile_addresses_are_read_in_linear_time(unit: str) -> None:
    with effort.at_most(2):
        read_address("https://" + unit * (200_000 // len(unit)))
