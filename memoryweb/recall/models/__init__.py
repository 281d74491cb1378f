"""The tables of recall: an embedding for each memory, a receipt for each recall, and what one should have given."""

from memoryweb.recall.models.embedding import Embedding
from memoryweb.recall.models.receipt import Receipt, ReceiptItem, ReceiptQuerySet
from memoryweb.recall.models.wanted_case import WantedCase

__all__ = ["Embedding", "Receipt", "ReceiptItem", "ReceiptQuerySet", "WantedCase"]
