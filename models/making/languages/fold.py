"""Words of other scripts, as src/embedding/static/other-words.ts cuts them."""
import functools
import re
import unicodedata

DROPPED = re.compile("[\u0640\u064b-\u0652\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u200b-\u200f\u00ad]")
BREAK, LATIN, OTHER, MARK = 0, 1, 2, 3


def fold(text: str) -> str:
    return DROPPED.sub("", unicodedata.normalize("NFKC", text).lower())


@functools.lru_cache(None)
def kind(character: str) -> int:
    if character == "ー":
        return OTHER
    category = unicodedata.category(character)[0]
    if category == "M":
        return MARK
    if category != "L":
        return BREAK
    return LATIN if unicodedata.name(character, "").startswith(("LATIN", "MODIFIER")) or character in "ªº" else OTHER


def runs(text: str) -> list[tuple[str, bool, bool]]:
    """(letters, whether Latin, whether a word starts there) of a folded text. A mark belongs to what it follows."""
    found: list[tuple[str, bool, bool]] = []
    current: list[str] = []
    of, starts = BREAK, True
    for character in text:
        now = kind(character)
        if now == MARK:
            now = of
        if now != of:
            if current:
                found.append(("".join(current), of == LATIN, starts))
            starts = of == BREAK or now == BREAK
            current, of = [], now
        if now != BREAK:
            current.append(character)
    if current:
        found.append(("".join(current), of == LATIN, starts))
    return found
