"""Erasing memories, topics and accounts, and what keeps them from coming back."""
