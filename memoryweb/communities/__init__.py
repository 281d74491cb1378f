"""Communities: who belongs to one, the memories they share, and the moderators who decide about those."""
