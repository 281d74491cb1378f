"""What memories were: versions, the change log, past days and months, and the proof that nobody changed it."""
