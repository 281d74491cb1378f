"""Numbers that name a person or pay for them: cards, accounts and ids."""
