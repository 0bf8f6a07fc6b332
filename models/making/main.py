"""fetch → draw → embed → fit → pack → neighbours → measure. Slow steps keep their result in the work folder."""
import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np

from . import corpus, fit, measure
from .fetch import fetch
from .fixture import write_fixture
from .neighbours import nearest_words, pack_neighbours
from .pack import load_packed, pack, vocabulary_text
from .teacher import TOKENS_AT_MOST, Teacher

DIMENSION = 256
PREFIX = "passage: "
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PREFIX_TOKENS = 4  # [CLS] passage : [SEP]: the teacher saw that much less of the text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="folder for downloads and results of slow steps")
    parser.add_argument("--out", type=Path, required=True, help="the models folder")
    parser.add_argument("--data", type=Path, help="folder of development suites to measure on")
    options = parser.parse_args()

    fetch(options.work, Path(sys.executable))
    teacher = Teacher(options.work)
    drawn = _kept(options.work / "corpus.json", lambda: corpus.draw(options.work))
    texts = [text for _, text in drawn]
    vocabulary = teacher.tokenizer.get_vocab()
    tokens = sorted(vocabulary, key=vocabulary.__getitem__)
    vectors = _embedded(options.work, teacher, texts)

    ids = [e.ids[:TOKENS_AT_MOST - PREFIX_TOKENS] for e in teacher.tokenizer.encode_batch(texts, add_special_tokens=False)]
    counts = fit.count_tokens(ids, len(tokens))
    apart = np.array([corpus.held_out(text) for text in texts])
    projection = fit.project(vectors[~apart], DIMENSION)
    weights = fit.sif_weights(counts[~apart])
    weights[[vocabulary[token] for token in SPECIAL]] = 0
    table = fit.fit_table(counts[~apart], projection.apply(vectors[~apart]), weights)

    (options.out / "vocab.txt").write_text(vocabulary_text(tokens), "utf-8")
    identity = pack(table, tokens, options.out / "static-256.bin")
    packed = load_packed(options.out / "static-256.bin")
    near = nearest_words(packed, tokens, measure.STOP_WORDS)
    pairs = pack_neighbours(near, identity, options.out / "neighbours-256.bin")

    by_source: dict[str, list[str]] = {}
    for source, text in drawn:
        by_source.setdefault(source, []).append(text)
    fixture = options.out.parent / "src/embedding/static/tokenizer.fixture.json"
    write_fixture(teacher.tokenizer, [text for group in by_source.values() for text in group[:14]], fixture)

    report = {
        "texts": {source: len(group) for source, group in by_source.items()},
        "kept by projection": round(projection.kept, 4),
        "agreement, held out": round(measure.agreement(counts[apart], packed, projection.apply(vectors[apart])), 4),
        "neighbour pairs": pairs,
        "sha256": {name: hashlib.sha256((options.out / name).read_bytes()).hexdigest() for name in ("static-256.bin", "vocab.txt", "neighbours-256.bin")},
    }
    if options.data:
        report |= {name: round(value, 4) for name, value in measure.suites(measure.Measure(teacher.tokenizer, packed), options.data).items()}
    print(json.dumps(report, indent=2))


def _kept(path: Path, make):
    if not path.exists():
        path.write_text(json.dumps(make()), "utf-8")
    return json.loads(path.read_text("utf-8"))


def _embedded(work: Path, teacher: Teacher, texts: list[str]) -> np.ndarray:
    key = hashlib.sha256("\n".join([PREFIX, *texts]).encode("utf-8")).hexdigest()[:16]
    path = work / f"vectors-{key}.npy"
    if not path.exists():
        np.save(path, teacher.embed(texts, PREFIX))
    return np.load(path)


if __name__ == "__main__":
    main()
