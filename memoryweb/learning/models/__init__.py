"""What happened, and what it teaches: conversations, feedback, and what reading them cost."""

from memoryweb.learning.models.conversation import Conversation, ConversationQuerySet, Spend
from memoryweb.learning.models.feedback import Feedback, Signal

__all__ = ["Conversation", "ConversationQuerySet", "Feedback", "Signal", "Spend"]
