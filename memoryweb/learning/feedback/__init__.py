"""Feedback: what agents say of their work, and the sums of it for each memory."""
