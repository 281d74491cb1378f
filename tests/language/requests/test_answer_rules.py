"""Whether a rule says how to answer or is about one topic: no database."""

from memoryweb.language.requests.answer_rules import is_key_of_answers, says_how_to_answer
from tests.cases import for_each

HOW_TO_ANSWER = (
    "Always answer in English",
    "Never use emojis",
    "Keep it short",
    "always cite your sources",
    "Please never use exclamation marks",
    "Call me Ada",
    "Always reply in simplified Chinese",
    "Use metric units",
    "Never apologise",
    "never start with a compliment",
    "Don't lecture me",
    "Always ask before acting",
    "Ask clarifying questions first",
    "Explain things step by step",
    "At most three bullets",
    'Never use the word "delve"',
    "never use the word synergy",
    "Use British spelling",
    "Be honest, even if it is not what I want to hear",
    "No preamble, no summary at the end",
    "always give examples",
    "Admit when you don't know",
    "never make up facts",
    "Answer like a friend would: short and warm",
    "Dates in ISO format",
    "Address me as Dr Chen",
    "never invent sources",
    "Always show your reasoning",
    "One question at a time",
    "回答要简短",
    "永远用中文回答",
    "不要用表情符号",
    "不要说客套话",
    "请叫我小明",
    "每次都先给结论",
    "必须给出处",
    "不确定的时候直接说不知道",
    "用繁體中文回覆",
    "Tone: always formal",
    "Language: always German",
    "Answers: never longer than ten lines",
    "Never call me sir",
)
ONE_TOPIC = (
    "Never deploy on Fridays",
    "Never explain hooks",
    "Always run the tests",
    "Never recommend horror films",
    "Always book window seats",
    "Always use tabs in Python",
    "Never call my mother",
    "Never schedule meetings before ten",
    "Always write commit messages in English",
    "Never share my address",
    "Never email my boss at night",
    "Always check the tide tables",
    "Never buy leather",
    "Always add type hints",
    "Never use gluten flour",
    "Always feed the cat first",
    "Use metric units in recipes",
    "Never push to main",
    "Always pack rain gear",
    "Explain Kubernetes simply",
    "Reply to customers within a day",
    "Keep invoices in PDF",
    "不要推荐恐怖片",
    "永远不要在周五部署",
    "订票一定要靠窗",
    "必须先写测试",
    "写代码时必须加注释",
    "不要给我妈打电话",
    "从不吃猪肉",
    "开会不要安排在早上",
    "Answer support tickets in German",
    "Translate menus into Korean",
    "Never mention my ex",
    "Always water the plants on Sunday",
    "Never suggest restaurants with loud music",
    "always rebase before merging",
)
# Written after the lists; they were not changed for these.
HOW_TO_ANSWER_HELD_OUT = (
    "Answer me in plain English",
    "Never flatter me",
    "always tell me when you are unsure",
    "Don't repeat my question",
    "No jokes",
    "Write numbers with a comma",
    "Start with the conclusion",
    "Never answer with a question",
    "Use short sentences and simple words",
    "Quote your sources with links",
    "Keep the tone friendly but professional",
    "请用简体中文回答，不要用英文",
    "先给结论，再解释",
    "回答不要超过三句话",
)
ONE_TOPIC_HELD_OUT = (
    "Never plan anything on Sundays",
    "Always order vegetarian food for me",
    "Never use semicolons in JavaScript",
    "always lock the bike",
    "Never lend my tools",
    "Invite my sister to every party",
    "Never answer the door after nine",
    "Always quote freight in euros per tonne",
    "Explain recipes for two people",
    "不要订靠走道的座位",
    "每次出门都要带伞",
    "Never book red-eye flights",
    "Always back up the photos",
    "Never post pictures of my kids",
)
WRONG_HELD_OUT = 1  # of 28


@for_each([(HOW_TO_ANSWER, True), (ONE_TOPIC, False)])
def test_what_is_left_without_words_of_answering_is_a_topic(rules: tuple[str, ...], expected: bool) -> None:
    assert [rule for rule in rules if says_how_to_answer(rule) != expected] == []


def test_rules_that_no_list_was_made_for_are_told_apart_too() -> None:
    wrong = [rule for rule in HOW_TO_ANSWER_HELD_OUT if not says_how_to_answer(rule)]
    wrong += [rule for rule in ONE_TOPIC_HELD_OUT if says_how_to_answer(rule)]
    assert len(wrong) <= WRONG_HELD_OUT, wrong


def test_a_rule_under_a_key_of_communication_says_how_to_answer() -> None:
    assert is_key_of_answers("communication.style_guide")
    assert not is_key_of_answers("personal.diary")
