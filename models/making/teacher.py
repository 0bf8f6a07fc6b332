"""e5-small-v2 as its authors use it: prefix, masked mean, unit length."""
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

TOKENS_AT_MOST = 80
BATCH = 32


class Teacher:
    """Embeds texts with the int8 ONNX export; 400 to 550 short texts a second on two cores."""

    def __init__(self, work: Path, threads: int = 2):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = onnxruntime.InferenceSession(str(work / "teacher/e5-small-v2-q.onnx"), options)
        self.tokenizer = Tokenizer.from_file(str(work / "teacher/e5-small-v2-q-tokenizer.json"))
        self._input = Tokenizer.from_file(str(work / "teacher/e5-small-v2-q-tokenizer.json"))
        self._input.enable_truncation(TOKENS_AT_MOST)
        self._input.enable_padding()

    def embed(self, texts: list[str], prefix: str) -> np.ndarray:
        """One unit row per text, float32, 384 wide. Batches are of like length: padding costs as much as text."""
        order = sorted(range(len(texts)), key=lambda i: (len(texts[i]), i))
        out = np.empty((len(texts), 384), np.float32)
        for start in range(0, len(order), BATCH):
            rows = order[start:start + BATCH]
            encoded = self._input.encode_batch([prefix + texts[i] for i in rows])
            ids = np.array([e.ids for e in encoded], np.int64)
            mask = np.array([e.attention_mask for e in encoded], np.int64)
            hidden = self._session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})[0]
            out[rows] = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        return out / np.linalg.norm(out, axis=1, keepdims=True)
