"""What the guard finds and what it refuses wrongly: classes × disguises × languages, and third-party sentences.

python -m tests.benchmarks.guard [DATA_FOLDER] [--show SET]

Secrets are made for each run. Nothing of the data is copied here; `--show` prints what was refused of one set.
"""

import json
import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from time import process_time
from zlib import crc32

from memoryweb.language import sensitive
from tests.benchmarks.house import at_most, report
from tests.language.sensitive import made_secrets
from tests.language.sensitive.guard_cases import cases

ROUNDS = 50
NUMBERS, TOKENS, SENTENCES, FALSE, MILLISECONDS = 0.98, 0.95, 0.90, 0.02, 0.3
SCRIPTS = (
    ("Chinese and Japanese", "\u3040", "\u9fff"),
    ("Korean", "\uac00", "\ud7a3"),
    ("Cyrillic", "\u0400", "\u04ff"),
)
# Rows that nobody would call sensitive: preferences, notes and chat. What is refused of them is read.
HARMLESS_SETS = {
    "prefdetect": ("prefdetect/statements_en.jsonl", "text"),
    "LoCoMo observations": ("locomo/observations.jsonl", "text"),
    "MemoryBank, Chinese": ("memorybank/history_zh.jsonl", "query"),
    "MemoryBank, English": ("memorybank/history_en.jsonl", "query"),
    "PAHF": ("pahf/embodied_persona_lines.jsonl", "text"),
}
PII_TYPES = {"CREDIT_CARD", "IBAN_CODE", "US_SSN", "US_DRIVER_LICENSE", "CN_ID_CARD", "CN_BANK_CARD"}
VALUE_NAMES = {
    "credit_card_number",
    "bank_account_number",
    "passport_number",
    "social_security_number",
    "real_id_number",
    "drivers_license_number",
    "llm_api_key",
    "health_condition",
}


def found(value: object) -> str:
    finding = sensitive.inspect(value)
    return finding.category.value if finding else ""


def share(name: str, hits: int, of: int, bar: float) -> bool:
    return report(f"{name} ({of})", hits / max(1, of), "share", bar, ok=hits >= bar * of)


def numbers() -> Iterator[bool]:
    random = Random(2027)
    caught: Counter[tuple[str, str]] = Counter()
    tried: Counter[tuple[str, str]] = Counter()
    for sort, make in made_secrets.NUMBERS.items():
        for _ in range(ROUNDS):
            for disguise, value in made_secrets.disguises(make(random)):
                tried[sort, disguise] += 1
                caught[sort, disguise] += bool(found(value))
    for (sort, disguise), count in tried.items():
        yield share(f"{sort}, {disguise}", caught[sort, disguise], count, NUMBERS)


def tokens() -> bool:
    random = Random(2028)
    made = [token for _ in range(ROUNDS) for token in made_secrets.tokens(random)]
    return share(
        "bare tokens", sum(found(f"we use {token} there") == "key_or_token" for token in made), len(made), TOKENS
    )


def sentences() -> Iterator[bool]:
    tried: dict[str, list[bool]] = defaultdict(list)
    for case in cases():
        part = "held out" if case.held_out else "tuned on"
        is_right = bool(found(case.text)) == bool(case.category)
        tried[f"{case.category or 'harmless'}, {part}"].append(is_right)
        if case.category:
            tried[f"sensitive in {_script(case.text)} letters"].append(is_right)
    for name, right in sorted(tried.items()):
        yield share(name, sum(right), len(right), 1 - FALSE if name.startswith("harmless") else SENTENCES)


def _script(text: str) -> str:
    return next((name for name, first, last in SCRIPTS if any(first <= c <= last for c in text)), "Latin")


def rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def third_party(data: Path, show: str) -> Iterator[bool]:
    for name, (path, field) in HARMLESS_SETS.items():
        texts = dict.fromkeys(str(row[field]) for row in rows(data / path) if row.get(field))
        for part, third in (("tuned on", False), ("held out", True)):
            several = [text for text in texts if (crc32(text.encode()) % 3 == 0) == third]
            refused = [text for text in several if found(text)]
            if show == name:
                print(*(f"  {found(text)}: {text}" for text in refused), sep="\n")
            yield at_most(f"refused of {name}, {part} ({len(several)})", len(refused) / len(several), "share", 0.04)
    values = [row for row in rows(data / "personamem" / "v2_sensitive_values.jsonl") if row["type"] in VALUE_NAMES]
    caught = sum(bool(found({str(row["type"]): row["text"]})) for row in values)
    yield share("PersonaMem's sensitive values, with their names", caught, len(values), SENTENCES)
    spans = [row for row in rows(data / "pii" / "presidio_synth_v2.jsonl") if _types(row) & PII_TYPES]
    yield share(
        "Presidio's cards, IBANs and ids", sum(bool(found(row["text"])) for row in spans), len(spans), SENTENCES
    )
    chinese = [row for row in rows(data / "pii" / "cn_pii_cases.jsonl") if row["type"] in PII_TYPES]
    caught = sum(bool(found(row["text"])) == bool(row["expected_count"]) for row in chinese)
    yield share("Chinese cards and ids, told from what is none", caught, len(chinese), SENTENCES)


def _types(row: dict[str, object]) -> set[str]:
    spans = row["spans"]
    return {str(span["type"]) for span in spans} if isinstance(spans, list) else set()


def speed(texts: Iterable[str]) -> bool:
    took = []
    for text in texts:
        began = process_time()
        sensitive.inspect(text)
        took.append((process_time() - began) * 1000)
    return at_most(f"a text, mean of {len(took)}", sum(took) / len(took), "ms", MILLISECONDS)


def main(data: Path | None, show: str) -> bool:
    good = [*numbers(), tokens(), *sentences(), speed([case.text for case in cases()] * 3)]
    return all([*good, *(third_party(data, show) if data else ())])


if __name__ == "__main__":
    options = ArgumentParser()
    options.add_argument("data", type=Path, nargs="?")
    options.add_argument("--show", default="")
    given = options.parse_args()
    sys.exit(0 if main(given.data, given.show) else 1)
