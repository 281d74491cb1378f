"""The numbers of OAuth: how long each secret works, and how much a client may send."""

CODE_SECONDS = 60  # from the person's yes to the client's first request
ACCESS_SECONDS = 60 * 60
GRACE_SECONDS = 30  # in which a refresh token may come again: several windows of a host refresh at once
USES_AT_ONCE = 10  # of one refresh token, within these seconds
REFRESH_DAYS = 90  # without a use; each use begins anew
KEPT_DAYS = 7  # used codes, so that a second use is noticed
UNUSED_CLIENT_DAYS = 7  # a registered client that nobody let in
CLIENTS_MAX = 1000  # that may register themselves in as many days

CLIENT_ID_MAX = 255  # characters; a column of this width holds it
NAME_SHOWN_MAX = 60  # characters of the name that a client gives itself
REDIRECTS_MAX = 20  # addresses of one client
REDIRECT_MAX = 1000  # characters
HOST_MAX = 253  # characters of a host
REGISTRATION_MAX = 16 * 1024  # bytes of a request to register

DOCUMENT_MAX = 32 * 1024  # bytes, headers included
DOCUMENT_TIMEOUT = 5.0  # seconds for all of it
DOCUMENT_FRESH = (5 * 60, 24 * 60 * 60)  # seconds; the document's own wish counts within these
DOCUMENT_FAILED = 60  # seconds until an address that failed is asked again
DOCUMENTS_AT_ONCE = 4  # of one web process
