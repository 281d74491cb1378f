"""How two statements stand to each other: the same words, the same subject, or a contradiction."""
