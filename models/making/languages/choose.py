"""Which of the teacher's pieces the table holds, and which of those are put to the teacher as words."""
import math
import unicodedata
from collections import Counter, defaultdict
from dataclasses import dataclass

from .fold import LATIN, kind
from .unigram import STARTS

# Tokens a script: as many as its languages need for 19 in 20 of what their texts hold, within 65,535 in all.
TOKENS = {
    "CYRILLIC": 11_000, "CJK": 11_000, "ARABIC": 4_500, "HANGUL": 3_600, "DEVANAGARI": 2_800, "GREEK": 2_600, "HEBREW": 2_600,
    "THAI": 1_600, "BENGALI": 800, "TAMIL": 800, "GEORGIAN": 700, "ARMENIAN": 700, "TELUGU": 600, "KANNADA": 500, "MALAYALAM": 500,
    "GUJARATI": 500, "GURMUKHI": 400, "SINHALA": 400, "KHMER": 400, "MYANMAR": 400, "ETHIOPIC": 400, "LAO": 200,
}
# Words a script that are put to the teacher although, or because, the parallel texts hold few of them; and how few is few.
RARE_WORDS = {"CYRILLIC": 3_000, "CJK": 2_500, "ARABIC": 1_200, "HANGUL": 900, "GREEK": 700, "DEVANAGARI": 700, "HEBREW": 600, "THAI": 300}
RARE = 25
OFTEN_WORDS = 6_200  # the most frequent words, a like share of every script
# And what of these scripts' words remained, those that the texts hold least first.
MORE_WORDS = {"CYRILLIC": 2_600, "CJK": 1_200, "ARABIC": 1_500, "HANGUL": 700, "GREEK": 900, "HEBREW": 900, "DEVANAGARI": 700, "THAI": 500}
UNSPACED = ("CJK", "THAI", "HANGUL")  # a word needn't begin after a space
OF_CJK = ("HIRAGANA", "KATAKANA", "IDEOGRAPHIC", "KATAKANA-HIRAGANA")


@dataclass(frozen=True)
class Chosen:
    tokens: list[str]
    costs: list[int]
    words: list[str]  # of the tokens, those that the teacher is asked


def choose(pieces: dict[str, tuple[int, str]], counts: dict[str, Counter]) -> Chosen:
    """@param counts how often each piece stands in the texts of each language, cut with all pieces"""
    share: dict[str, float] = defaultdict(float)
    total = Counter()
    for of_language in counts.values():
        everything = of_language.total()
        for piece, count in of_language.items():
            share[piece] += count / everything
            total[piece] += count
    by_script: dict[str, list[str]] = defaultdict(list)
    for piece in pieces:
        if kind(piece.lstrip(STARTS)[0]) != LATIN:
            by_script[_script(piece)].append(piece)
    chosen: dict[str, list[str]] = {}
    for script, most in TOKENS.items():
        of_script = by_script[script]
        likely = sum(math.exp(-pieces[p][0] / 10) for p in of_script)
        held = sum(share[p] for p in of_script) or 1
        of_script.sort(key=lambda p: -(math.exp(-pieces[p][0] / 10) / likely + 0.7 * share[p] / held))
        chosen[script] = of_script[:most]
    tokens = [piece for of_script in chosen.values() for piece in of_script]
    return Chosen(tokens, [pieces[p][0] for p in tokens], _words(chosen, pieces, total))


def _words(chosen: dict[str, list[str]], pieces: dict[str, tuple[int, str]], total: Counter) -> list[str]:
    begins = lambda script, piece: piece[0] == STARTS or script in ("CJK", "THAI", "HANGUL") or script not in RARE_WORDS
    often = _in_turn({s: [p for p in of if (len(p.lstrip(STARTS)) > 1 or s == "CJK") and begins(s, p)] for s, of in chosen.items()})[:OFTEN_WORDS]

    def long(script: str, piece: str) -> bool:
        return len(piece.lstrip(STARTS)) > 1 if script in UNSPACED else len(piece) > 3 and piece[0] == STARTS

    rare = {s: sorted((p for p in chosen[s] if total[p] < RARE and long(s, p)), key=lambda p: pieces[p][0])[:most] for s, most in RARE_WORDS.items()}
    asked = dict.fromkeys(often + _in_turn(rare))
    more = {s: sorted((p for p in chosen[s] if p not in asked and long(s, p)), key=lambda p: total[p])[:most] for s, most in MORE_WORDS.items()}
    return [*asked, *_in_turn(more)]


def _in_turn(lists: dict[str, list[str]]) -> list[str]:
    """One list of several, so that any beginning of it has a like share of each."""
    return [p for _, p in sorted((place / len(of), p) for of in lists.values() for place, p in enumerate(of))]


def _script(piece: str) -> str:
    name = unicodedata.name(piece.lstrip(STARTS)[0], "?").split()[0]
    return "CJK" if name in OF_CJK else name.split("-")[0]
