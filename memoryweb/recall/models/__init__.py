"""What recall keeps: beside each memory the numbers it is found by, and a receipt of every time one was given."""

from memoryweb.recall.models.embedding import Embedding
from memoryweb.recall.models.receipt import Receipt, ReceiptItem, ReceiptQuerySet

__all__ = ["Embedding", "Receipt", "ReceiptItem", "ReceiptQuerySet"]
