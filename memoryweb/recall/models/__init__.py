"""The tables of recall: an embedding for each memory, and a receipt for each recall."""

from memoryweb.recall.models.embedding import Embedding
from memoryweb.recall.models.receipt import Receipt, ReceiptItem, ReceiptQuerySet

__all__ = ["Embedding", "Receipt", "ReceiptItem", "ReceiptQuerySet"]
