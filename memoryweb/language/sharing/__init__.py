"""What to look at twice in a text that a person shares with others."""
