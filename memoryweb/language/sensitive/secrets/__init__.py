"""What gets somebody in: passwords, codes, keys, and answers that only they know."""
