"""The tokenizer of src/embedding/static/unigram.ts, and the teacher's own list of pieces."""
import struct
from pathlib import Path

import numpy as np

from .fold import BREAK, fold, kind

STARTS = "▁"  # SentencePiece's mark of a word's beginning
NO_START, UNKNOWN, CHARACTERS_A_TOKEN = 40, 250, 16


def teacher_pieces(model: Path) -> dict[str, tuple[int, str]]:
    """Folded piece to cost (tenths of a negative logarithm) and the most likely spelling, of pieces that are letters throughout."""
    data = model.read_bytes()
    at = 44  # magic and version, seven counts, epsilon, block size
    (count,) = struct.unpack_from("<i", data, at)
    (size,) = struct.unpack_from("<Q", data, at + 20)
    at += 28
    offsets = np.frombuffer(data, "<u4", count + 1, at).tolist()
    scores = np.frombuffer(data, "<f4", count, at + 4 * (count + 1)).tolist()
    at += 4 * (count + 1) + 4 * count
    blob = data[at:at + size]
    pieces: dict[str, tuple[int, str]] = {}
    for score, first, end in sorted(zip(scores, offsets, offsets[1:]), key=lambda piece: -piece[0]):
        spelled = blob[first:end].decode("utf-8")
        folded = fold(spelled)
        body = folded.lstrip(STARTS)
        if body and len(folded) - len(body) < 2 and len(body) <= CHARACTERS_A_TOKEN and all(kind(c) != BREAK for c in body):
            pieces.setdefault(folded, (min(255, round(-10 * score)), spelled.replace(STARTS, " ").strip()))
    return pieces


class Unigram:
    """The path of least cost; of equals the first found stays."""

    def __init__(self, costs: dict[str, int]):
        self._costs = costs
        self._cut: dict[tuple[str, bool], list[str]] = {}

    def cut(self, word: str, starts: bool) -> list[str]:
        key = (word, starts)
        if key not in self._cut:
            self._cut[key] = self._path(word, starts)
        return self._cut[key]

    def _path(self, word: str, starts: bool) -> list[str]:
        costs, length = self._costs, len(word)
        best = [NO_START if starts else 0] + [1 << 30] * length
        back: list[tuple[int, str | None]] = [(0, None)] * (length + 1)
        for first in range(length):
            for end in range(first + 1, min(length, first + CHARACTERS_A_TOKEN) + 1):
                piece = word[first:end]
                cost = costs.get(piece)
                if cost is not None and best[first] + cost < best[end]:
                    best[end], back[end] = best[first] + cost, (first, piece)
                cost = costs.get(STARTS + piece) if first == 0 and starts else None
                if cost is not None and cost < best[end]:
                    best[end], back[end] = cost, (0, STARTS + piece)
            if best[first] + UNKNOWN < best[first + 1]:
                best[first + 1], back[first + 1] = best[first] + UNKNOWN, (first, None)
        path: list[str] = []
        while length > 0:
            length, piece = back[length]
            if piece is not None:
                path.append(piece)
        return path[::-1]
