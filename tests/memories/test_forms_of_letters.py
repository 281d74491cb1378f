"""One statement is one memory in whatever form its letters came, and it comes back as it was written."""

from memoryweb.interchange import exporting
from memoryweb.memories.erasing import tombstones
from memoryweb.memories.models import Memory
from memoryweb.people.models import User
from memoryweb.recall import prompt_block
from tests.builders import person_types
from tests.cases import with_each

# One statement as it is told twice.
SAME = [
    ("من چای را ترجیح می\u200cدهم", "من چای را ترجیح میدهم"),
    ("אני גר בחיפה\u200f, ואוהב תה", "אני גר בחיפה, ואוהב תה"),
    ("Fährt gern Donau\u00addampfer", "Fährt gern Donaudampfer"),
    ("അവന്\u200d ചായ ഇഷ്ടമാണ്", "അവന് ചായ ഇഷ്ടമാണ്"),
    ("ខ្ញុំ\u200bចូលចិត្ត\u200bតែ", "ខ្ញុំចូលចិត្តតែ"),
    ("我喜欢靠窗的座位", "我 喜欢 靠窗 的 座位"),
    ("我用 Python 写代码", "我用Python写代码"),
    ("私はお茶が好き", "私は お茶が　好き"),
    ("ฉันชอบดื่มชา", "ฉัน ชอบ ดื่ม ชา"),
    ("喜欢喝绿茶。", "喜欢 喝 绿茶"),
]
# Two statements: a space that parts words, or another sign.
OTHER = [
    ("the rapist", "therapist"),
    ("저는 차를 좋아해요", "저는차를 좋아해요 매일"),
    ("1 0", "10"),
    ("我喜欢茶", "我不喜欢茶"),
]
KEPT = [
    "من چای را ترجیح می\u200cدهم",
    "അവന്\u200d ചായ",
    "ශ්\u200dරී ලංකාව",
    "אני כותב C++\u200e, תודה",
    "ខ្ញុំ\u200bតែ",
    "👩\u200d💻 ❤️",
]


def _count(person: User) -> int:
    return Memory.objects.of(person).count()


@with_each("first, second", SAME)
def test_told_in_another_form_it_is_the_same_memory(as_alice: User, first: str, second: str) -> None:
    for one, other in ((first, second), (second, first)):
        before = _count(as_alice)
        made = person_types(as_alice, one, name="", category="x")
        again = person_types(as_alice, other, name="", category="x")
        assert (again.name, again.memory and again.memory.pk) == ("reinforced", made.memory and made.memory.pk)
        assert _count(as_alice) <= before + 1


@with_each("first, second", OTHER)
def test_what_differs_in_more_is_another_one(as_alice: User, first: str, second: str) -> None:
    made, other = (person_types(as_alice, text, name="", category="x") for text in (first, second))
    assert made.name == "saved"
    assert other.name in ("saved", "conflict")  # of what says the opposite


@with_each("text", KEPT)
def test_what_letters_need_comes_back_in_the_block_and_in_files(as_alice: User, text: str) -> None:
    memory = person_types(as_alice, text, name=text, category="x", condition=text).memory
    assert memory
    stored = Memory.objects.get(pk=memory.pk)
    assert {stored.label, stored.details, stored.condition} == {text}
    assert text in prompt_block.neutralize(text)
    assert text in exporting.one_line(stored)


def test_what_was_erased_before_stays_known(as_alice: User) -> None:
    """A digest of before knows the same words, with their spaces."""
    said = "我 喜欢 茶"
    before = tombstones.digest(tombstones.key_of(as_alice.pk), "value", f'\x1f"{said}"')
    now = tombstones.value_fingerprint(as_alice.pk, "", said)
    digests = tombstones.Digests.for_statement(as_alice.pk, "", said, [])
    assert {before, now} <= set(digests.values)
    assert before != now == tombstones.value_fingerprint(as_alice.pk, "", "我喜欢茶")
