-- Numbers and times only, of updates that are about nobody yet: the web process adds one, upkeep deletes old ones.
GRANT SELECT, INSERT ON telegram_seenupdate TO memoryweb_app;
GRANT SELECT, DELETE, UPDATE (at) ON telegram_seenupdate TO memoryweb_clock;
