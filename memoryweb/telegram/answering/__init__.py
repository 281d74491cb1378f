"""What a chat is answered: by patterns, by the language model, and with buttons."""
