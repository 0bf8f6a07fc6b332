"""The table and the vocabulary's hash as one file that needs no decoding. Format: ../README.md."""
import hashlib
import struct
from pathlib import Path

import numpy as np

MAGIC = b"LOCISTAT"
FORMAT = 1
HEADER = 64
SLOTS = 1 << 16


def pack(table: np.ndarray, tokens: list[str], path: Path) -> str:
    """Writes header, line starts (uint32), scales (float32), hash slots (uint16), rows (int8), all little-endian.

    Returns the identity: SHA-256 of what follows the header, then of the vocabulary's text.
    """
    largest = np.abs(table).max(1)
    scales = (largest / 127).astype("<f4")
    rows = np.round(table / np.where(scales > 0, scales, 1)[:, None]).clip(-127, 127).astype(np.int8)
    starts = np.concatenate([[0], np.cumsum([len(_units(token)) + 1 for token in tokens])]).astype("<u4")
    payload = starts.tobytes() + scales.tobytes() + _slots(tokens).tobytes() + rows.tobytes()
    identity = hashlib.sha256(payload + vocabulary_text(tokens).encode("utf-8"))
    header = MAGIC + struct.pack("<IIII", FORMAT, len(tokens), table.shape[1], SLOTS) + bytes(8) + identity.digest()
    path.write_bytes(header + payload)
    return identity.hexdigest()


def vocabulary_text(tokens: list[str]) -> str:
    return "".join(token + "\n" for token in tokens)


def load_packed(path: Path) -> np.ndarray:
    """The table as the file gives it, so that everything measured is what ships."""
    data = path.read_bytes()
    tokens, dimension, slots = struct.unpack_from("<III", data, 12)
    scales_at = HEADER + 4 * (tokens + 1)
    scales = np.frombuffer(data, "<f4", tokens, scales_at)
    rows = np.frombuffer(data, np.int8, tokens * dimension, scales_at + 4 * tokens + 2 * slots)
    return rows.reshape(tokens, dimension) * scales[:, None]


def _slots(tokens: list[str], count: int = SLOTS) -> np.ndarray:
    """Open addressing, linear probing, id + 1 a slot. The hash is FNV-1a over UTF-16 units; see vocabulary.ts."""
    slots = np.zeros(count, "<u2")
    for token_id, token in enumerate(tokens):
        continues = len(token) > 2 and token.startswith("##")
        value = 0x9E3779B9 if continues else 0x811C9DC5
        for unit in _units(token[2:] if continues else token):
            value = (value ^ unit) * 0x01000193 & 0xFFFFFFFF
        slot = (value >> 15 ^ value) % count
        while slots[slot]:
            slot = (slot + 1) % count
        slots[slot] = token_id + 1
    return slots


def _units(token: str) -> list[int]:
    return list(np.frombuffer(token.encode("utf-16-le"), "<u2").tolist())
