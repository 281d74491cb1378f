"""What agents keep: their notes, rules and memory stores, and the formats in which such stores are exchanged."""
