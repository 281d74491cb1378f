"""When something holds or happens: conditions, days of events, times of day and week."""
