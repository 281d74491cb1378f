"""The tests in the browser share one installation, so each has people of its own: else they find others' memories."""

import re
from collections import defaultdict
from pathlib import Path

VISITED = re.compile(r'visits\(\s*f?"([^"{]+@[^"]+)"')


def test_no_two_browser_tests_sign_in_the_same_person() -> None:
    tests = defaultdict[str, set[str]](set)
    for file in Path("tests/browser").glob("test_*.py"):
        for test in file.read_text().split("\ndef ")[1:]:
            for email in VISITED.findall(test):
                tests[email].add(f"{file.name}: {test.partition('(')[0]}")
    assert tests
    assert {email: names for email, names in tests.items() if len(names) > 1} == {}
