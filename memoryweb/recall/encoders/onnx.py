"""An encoder that runs a transformer in this process, with the optional package fastembed."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
from django.core.exceptions import ImproperlyConfigured

from memoryweb.recall.encoders.vectors import Vectors, normalize_rows

MINILM = "sentence-transformers/all-MiniLM-L6-v2"


class FastembedEncoder:
    """Runs a transformer with ONNX. `source` is a folder with the model's files, or the model's name on the hub."""

    noise_level, shared_part, word_weight = 0.2, 0.5, 1.0

    def __init__(self, source: str, model: str) -> None:
        from fastembed import TextEmbedding

        folder = Path(source)
        model, version = (model or MINILM, self._version(folder)) if folder.is_dir() else (source, "")
        path = str(folder) if version else None
        self._model = TextEmbedding(model, specific_model_path=path, threads=None)
        self.dimensions = int(self._model.embedding_size)
        self.name = f"fastembed {model} {self.dimensions} {version}".strip()

    def _version(self, folder: Path) -> str:
        model_files = sorted(folder.rglob("*.onnx"))
        if not model_files:
            raise ImproperlyConfigured(f"EMBEDDINGS: there is no .onnx file in {folder}.")
        return sha256(model_files[0].read_bytes()).hexdigest()[:12]

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Encode one text at a time: in a batch, a quantized model returns slightly different numbers."""
        rows = list(self._model.embed(list(texts), batch_size=1))
        return normalize_rows(np.array(rows, np.float32).reshape(len(texts), self.dimensions))
