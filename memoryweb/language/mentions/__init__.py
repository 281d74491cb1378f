"""What a text mentions: identifiers, names, topics."""
