"""The tables of learning: conversations, feedback with its signals, and the cost of the language model."""

from memoryweb.learning.models.conversation import Conversation, ConversationQuerySet, Spend
from memoryweb.learning.models.feedback import Feedback, Signal

__all__ = ["Conversation", "ConversationQuerySet", "Feedback", "Signal", "Spend"]
