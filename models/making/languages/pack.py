"""The table of other languages as one file that needs no decoding. Format: ../../README.md."""
import hashlib
import struct
from pathlib import Path

import numpy as np

from ..pack import _slots, _units, vocabulary_text
from .unigram import STARTS

MAGIC = b"LOCILANG"
FORMAT = 1
SLOTS = 1 << 17


def pack(table: np.ndarray, tokens: list[str], costs: list[int], english: Path, out: Path) -> str:
    """Writes languages-192.bin and languages.txt. Returns the identity."""
    listed = [token[1:] if token.startswith(STARTS) else "##" + token for token in tokens]
    largest = np.abs(table).max(1)
    scales = (largest / 127).astype("<f4")
    rows = np.round(table / np.where(scales > 0, scales, 1)[:, None]).clip(-127, 127).astype(np.int8)
    starts = np.concatenate([[0], np.cumsum([len(_units(token)) + 1 for token in listed])]).astype("<u4")
    made_for = english.read_bytes()[32:64]
    payload = made_for + starts.tobytes() + scales.tobytes() + _slots(listed, SLOTS).tobytes() + np.array(costs, np.uint8).tobytes() + rows.tobytes()
    text = vocabulary_text(listed)
    identity = hashlib.sha256(payload + text.encode("utf-8"))
    header = MAGIC + struct.pack("<IIII", FORMAT, len(listed), table.shape[1], SLOTS) + bytes(8) + identity.digest()
    (out / "languages-192.bin").write_bytes(header + payload)
    (out / "languages.txt").write_text(text, "utf-8")
    return identity.hexdigest()

