"""The numbers of notifications: how often, how many, how long."""

from datetime import timedelta

AT_ONCE_GAP = timedelta(minutes=1)  # between two messages of a channel that tells at once: a burst is one message
DAILY_HOUR = 8  # of the person's own day

# After each failure in a row; after one more the channel is paused.
BACKOFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=6))
FAILURES_MAX = len(BACKOFF) + 1
LEASE = timedelta(minutes=10)  # after which a delivery that was begun has lost its worker
RING_AGAIN = timedelta(minutes=5)  # a delivery whose task may have been lost is queued again
BATCH = 500  # channels or deliveries in one statement

SECONDS = 5.0  # for one request, from the lookup of its name to the end of the answer
ANSWER_MAX = 16 * 1024  # bytes, headers included
PUSH_SECONDS = 24 * 60 * 60  # that a push service keeps a message for a browser that is closed
CHANNELS_MAX = 12  # of one person
ADDRESS_MAX = 1000  # characters; the push services of browsers use up to some hundred
NAME_MAX = 60  # characters
TOKEN_MAX = 200  # characters of an ntfy access token
KEPT_DAYS = 30  # deliveries that are over
