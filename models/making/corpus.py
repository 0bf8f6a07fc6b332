"""Draws the training texts from the sources: cleaned, cut short, without repeats, in an order that only the texts decide."""
import hashlib
import re
from pathlib import Path

from . import readers

# How many texts of each source. Chosen on agreement with the teacher and the development suites: see ../README.md.
MIX = {
    readers.wordnet_glosses: 45_000,
    readers.wordnet_definitions: 10_000,
    readers.wordnet_examples: 25_000,
    readers.chitchat: 40_000,
    readers.python_docs: 8_000,
    readers.postgresql_docs: 6_000,
    readers.jargon: 2_500,
    readers.speeches: 9_000,
    readers.docstrings: 20_000,
    readers.diseases: 5_500,
    readers.disorders: 9_000,
    readers.anatomy: 6_000,
    readers.experiments: 3_000,
    readers.drugs: 4_000,
    readers.gene_ontology: 7_000,
    readers.pathways: 2_000,
}

WORDS_AT_MOST = 60
HELD_OUT = 50  # one text in fifty measures, and never trains


def draw(work: Path) -> list[tuple[str, str]]:
    """(source, text) pairs. The lowest hashes of each source win, so the draw needs no seed and no file order."""
    seen: set[str] = set()
    drawn: list[tuple[str, str]] = []
    for reader, count in MIX.items():
        texts = {clean for raw in reader(work) if (clean := _clean(raw)) is not None} - seen
        chosen = sorted(texts, key=_hash)[:count]
        seen.update(chosen)
        drawn += [(reader.__name__, text) for text in chosen]
    return drawn


def held_out(text: str) -> bool:
    return int(_hash("held out:" + text)[:8], 16) % HELD_OUT == 0


def _clean(raw: str) -> str | None:
    words = re.sub(r"\s+", " ", raw).strip().split(" ")
    text = " ".join(words[:WORDS_AT_MOST])
    letters = sum(character.isalpha() or character == " " for character in text)
    if len(words) < 3 or letters < 0.75 * len(text):
        return None
    return text


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
