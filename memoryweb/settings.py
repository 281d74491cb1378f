"""All configuration, read from the environment. An empty environment means the embedded servers of `make run`."""

import gc
import os
from email.utils import parseaddr
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from memoryweb import schedule
from memoryweb.embedded import addresses, data_folder
from memoryweb.environment import database, env_bool, env_int, env_list
from memoryweb.oauth import toolkit
from memoryweb.rls.roles import WORKER

gc.disable()  # until everything is loaded (embedded/apps.py): it would look hundreds of times, and find nothing
BASE_DIR = Path(__file__).resolve().parent.parent
DATA = data_folder.locate(os.environ)
DEBUG = env_bool("DEBUG")
if "DATABASE_URL" in os.environ and "SECRET_KEY" not in os.environ and not DATA.exists():
    raise ImproperlyConfigured("Set SECRET_KEY. With DATABASE_URL there is no data folder to keep one in.")
SECRET_KEY = os.environ.get("SECRET_KEY") or data_folder.secret_key(DATA)
FINGERPRINT_KEY = os.environ.get("FINGERPRINT_KEY") or SECRET_KEY  # set it to the old SECRET_KEY when that changes
PORT = os.environ.get("PORT", "8000")
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
BASE_URL = os.environ.get("BASE_URL", f"http://127.0.0.1:{PORT}")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", BASE_URL)

INSTALLED_APPS = [
    "unfold.apps.BasicAppConfig",  # its templates go before the admin's
    "django.contrib.admin.apps.SimpleAdminConfig",  # only what review/administration registers
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "simple_history",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "csp",
    "oauth2_provider",
    "memoryweb.rls",
    "memoryweb.people",
    "memoryweb.agents",
    "memoryweb.memories",
    "memoryweb.communities",
    "memoryweb.recall",
    "memoryweb.learning",
    "memoryweb.notifications",
    "memoryweb.oauth",
    "memoryweb.operations",
    "memoryweb.review",
    "memoryweb.api",
    "memoryweb.interchange",
    "memoryweb.folders",
    "memoryweb.telegram",
    "memoryweb.demo",
    "memoryweb.embedded",  # last: by its ready() everything is loaded
]

MIDDLEWARE = [
    "memoryweb.review.slow_pages.note_slow_pages",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "memoryweb.people.middleware.agents_apart",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "memoryweb.errors.explain_buttons",
    "allauth.account.middleware.AccountMiddleware",
    "memoryweb.people.signing_in.trusted_proxy.sign_in_by_proxy",
    "memoryweb.review.double_tap.answer_once",
    "memoryweb.people.middleware.person_scope",
]

ROOT_URLCONF = "memoryweb.urls"
ASGI_APPLICATION = "memoryweb.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "memoryweb.review.context_processors.page_frame",
            ],
            "builtins": [
                "memoryweb.review.templatetags.links",  # {% url %}, which pages have by the hundred
                "memoryweb.review.templatetags.signs",  # truncatechars, which would cut a sign in two
                "memoryweb.review.templatetags.direction",  # the direction of people’s words
            ],
        },
    }
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # ours go before Django's: fields have a direction

DATABASES = {"default": database(os.environ.get("DATABASE_URL") or addresses.database_url(DATA))}
# An upkeep command connects as this role. Where DATABASE_URL is set, it keeps the role named there.
WORKER_DATABASE = None if "DATABASE_URL" in os.environ else database(addresses.database_url(DATA, WORKER))
# Whether the database's files, and with them the nightly backups, are in our data folder.
BACKUPS_KEPT = env_int("BACKUPS_KEPT", 7)  # nightly ones, of the embedded database
EMBEDDED_DATABASE = DATA.exists() and DATABASES["default"]["HOST"] == str(addresses.socket_folder(DATA))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What a person uploads stays in memory until the guard has read it: no temporary file holds it.
FILE_UPLOAD_MAX_MEMORY_SIZE = 16_000_000
DATA_UPLOAD_MAX_NUMBER_FILES = 200  # of one import

# People
AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}Validator"}
    for name in ("UserAttributeSimilarity", "MinimumLength", "CommonPassword")
]
ACCOUNT_ADAPTER = "memoryweb.people.signing_in.adapter.Adapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # who creates or invites a person vouches for their address
ACCOUNT_CHANGE_EMAIL = ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX, ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = "", 1
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "/settings/"
ACCOUNT_SESSION_REMEMBER = True
MFA_ADAPTER = "memoryweb.people.signing_in.second_factor.SecondFactorAdapter"
MFA_FORMS = {
    f"{what}_webauthn": f"memoryweb.people.signing_in.passkey_forms.{what.capitalize()}PasskeyForm"
    for what in ("add", "edit", "login", "authenticate", "reauthenticate")
} | {
    what: f"memoryweb.people.signing_in.code_forms.{what.capitalize()}Form"
    for what in ("authenticate", "reauthenticate")
}
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # somebody who is changing their address may add a passkey meanwhile
MFA_TOTP_ISSUER, MFA_TOTP_TOLERANCE = "memoryweb", 1  # a code of 30 seconds ago or ahead counts too
# An OpenID Connect provider of a company or a household. It signs in people; it creates none.
OIDC_ISSUER, OIDC_NAME = os.environ.get("OIDC_ISSUER", ""), os.environ.get("OIDC_NAME", "OpenID Connect")
OIDC: dict[str, object] = {"provider_id": "oidc", "name": OIDC_NAME, "client_id": os.environ.get("OIDC_CLIENT_ID", "")}
OIDC |= {"secret": os.environ.get("OIDC_CLIENT_SECRET", ""), "settings": {"server_url": OIDC_ISSUER}}
SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [OIDC] if OIDC_ISSUER else [], "OAUTH_PKCE_ENABLED": True}}
SOCIALACCOUNT_ADAPTER = "memoryweb.people.signing_in.identity_provider.IdentityAdapter"
SOCIALACCOUNT_LOGIN_ON_GET = True  # a form may not lead to another site (form-action)
# A header in which these proxies, and no other address, name who is signed in. Off by default.
TRUSTED_PROXY_HEADER, TRUSTED_PROXIES = os.environ.get("TRUSTED_PROXY_HEADER", ""), env_list("TRUSTED_PROXIES")
ACCOUNT_RATE_LIMITS = {
    "sign_in_link": "5/15m/ip,5/15m/key",  # by address, and by the e-mail address that is asked for
    "oauth_register": "20/h/ip",
    "oauth_authorize": "60/h/user",  # each may make us fetch a client's document
    "test_notification": "30/h/user",
}
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "review:review"
PASSWORD_RESET_TIMEOUT = 30 * 60  # seconds that a sign-in link works (people/signing_in/links.py)
# Browsers share cookies between ports. Two copies on one machine must not sign each other out.
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"memoryweb_{PORT}", f"memoryweb_{PORT}_csrf"
# Who was signed in here last, and the key of a form that was sent after the session had ended (review/kept_forms.py).
LAST_PERSON_COOKIE, KEPT_FORM_COOKIE = f"memoryweb_{PORT}_person", f"memoryweb_{PORT}_form"
KEPT_LINK_COOKIE = f"memoryweb_{PORT}_link"
# Which channel of notifications this browser is (notifications/browsers.py).
PUSH_COOKIE, USERSESSIONS_ADAPTER = f"memoryweb_{PORT}_push", "memoryweb.notifications.browsers.SessionsAdapter"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
HAS_TLS, BEHIND_PROXY = BASE_URL.startswith("https://"), env_bool("BEHIND_PROXY")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HAS_TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
# Whose tries are counted: the address that so many proxies before us vouch for, not the nearest proxy's.
ALLAUTH_TRUSTED_PROXY_COUNT = env_int("ALLAUTH_TRUSTED_PROXY_COUNT", int(BEHIND_PROXY))
SECURE_SSL_REDIRECT = HAS_TLS and BEHIND_PROXY
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # the supervisor asks over HTTP
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HAS_TLS else 0  # of this host only, which need not be alone in its domain
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # for the same reason: no subdomains, no preload list
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# OAuth 2.1 for connectors: may clients register themselves, or be under development on this computer; our tables.
OAUTH_REGISTRATION, OAUTH_LOOPBACK_CLIENTS = env_bool("OAUTH_REGISTRATION", True), env_bool("OAUTH_LOOPBACK_CLIENTS")
# The toolkit's own migrations take eight seconds of every first start, most of them for tables that ours stand in for.
MIGRATION_MODULES = {"oauth2_provider": "memoryweb.oauth.migrations.toolkit"}
OAUTH2_PROVIDER = toolkit.configuration()
OAUTH2_PROVIDER_APPLICATION_MODEL, OAUTH2_PROVIDER_GRANT_MODEL = "oauth.Application", "oauth.Grant"
OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL, OAUTH2_PROVIDER_REFRESH_TOKEN_MODEL = "oauth.AccessToken", "oauth.RefreshToken"

# Mail. Without a server it goes to the console, so a sign-in link is in the web log.
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = env_int("EMAIL_PORT", 587)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_TIMEOUT = 10  # seconds
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", True)
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
ACCOUNT_EMAIL_NOTIFICATIONS = bool(EMAIL_HOST)  # of a new password, address, passkey, app or identity
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "memoryweb@localhost")

# Notifications. Push services know this server by a key made from VAPID_KEY (as FINGERPRINT_KEY: the old SECRET_KEY).
VAPID_KEY = os.environ.get("VAPID_KEY") or SECRET_KEY
VAPID_CONTACT = os.environ.get("VAPID_CONTACT") or parseaddr(DEFAULT_FROM_EMAIL)[1]
NOTIFY_PRIVATE_ADDRESSES = env_bool("NOTIFY_PRIVATE_ADDRESSES")  # inside your network, over http too: one's own ntfy

# Background tasks
CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL") or addresses.broker_url(DATA)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_ACKS_ON_FAILURE_OR_TIMEOUT = False  # by default a task that hits the time limit is lost
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 600
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 2 * CELERY_TASK_TIME_LIMIT}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
START_UPKEEP, CELERY_BEAT_SCHEDULE = schedule.START_UPKEEP, schedule.BEAT
CELERY_TIMEZONE = "UTC"

# The encoder of memory texts: multilingual (it runs in this process, its model comes with a package), onnx:FOLDER, or
# the URL of an OpenAI-compatible server with its model's name and a key.
# After a change run manage.py reembed.
EMBEDDINGS = os.environ.get("EMBEDDINGS", "multilingual")
EMBEDDINGS_MODEL = os.environ.get("EMBEDDINGS_MODEL", "")
EMBEDDINGS_KEY = os.environ.get("EMBEDDINGS_KEY", "")

# The language model that learns from conversations: the URL of an OpenAI-compatible server, its model's name, a key,
# a timeout in seconds, and the prices of a million tokens in and out. Without a URL patterns do this.
EXTRACTION = os.environ.get("EXTRACTION", "")
EXTRACTION_MODEL = os.environ.get("EXTRACTION_MODEL", "")
EXTRACTION_KEY = os.environ.get("EXTRACTION_KEY", "")
EXTRACTION_TIMEOUT = float(os.environ.get("EXTRACTION_TIMEOUT", "20"))
EXTRACTION_PRICES = tuple(float(price) for price in (env_list("EXTRACTION_PRICES") or ["0", "0"]))

# Telegram's bot, and the address of the Bot API; the secret of a bridge from another chat system to /chat/v1/message.
TELEGRAM_BOT_TOKEN, CHAT_SECRET = os.environ.get("TELEGRAM_BOT_TOKEN", ""), os.environ.get("CHAT_SECRET", "")
TELEGRAM_BOT_NAME = os.environ.get("TELEGRAM_BOT_NAME", "").removeprefix("@")
TELEGRAM_API = os.environ.get("TELEGRAM_API", "https://api.telegram.org")

# The cache holds rate limits, who pressed a button a moment ago, and encrypted forms of people who have to sign in
# again, for minutes. Processes must share these, so they are in the broker's server.
CACHE_URL = os.environ.get("CACHE_URL") or (
    CELERY_BROKER_URL if "CELERY_BROKER_URL" in os.environ else addresses.cache_url(DATA)
)
if not CACHE_URL.startswith(("redis", "rediss", "unix", "valkey")):
    raise ImproperlyConfigured("Set CACHE_URL to a Valkey or Redis: the cache cannot be in this broker.")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "memoryweb",
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},  # every call of an agent is counted there
    }
}

# Calls of one agent.
READS_PER_MINUTE, WRITES_PER_MINUTE = env_int("READS_PER_MINUTE", 600), env_int("WRITES_PER_MINUTE", 120)
ROWS_PER_DAY = env_int("ROWS_PER_DAY", 2000)  # that it leaves: versions, evidence, conversations, feedback

# Pages load our own files only: nothing inline, nothing from another host.
OWN_FILES = ("script", "style", "img", "connect", "font", "manifest")
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {f"{kind}-src": [SELF] for kind in OWN_FILES}
    | {"default-src": [NONE], "form-action": [SELF], "frame-ancestors": [NONE], "base-uri": [NONE]}
}

# The administration at /admin/ (review/administration). Its colors are in static/css/administration.css.
UNFOLD = {"SITE_TITLE": "memoryweb", "SITE_HEADER": "memoryweb", "SHOW_HISTORY": False, "SHOW_VIEW_ON_SITE": False}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "memoryweb.review.typeface.TypefaceFinder",
]
WHITENOISE_USE_FINDERS = True  # serves the files without collectstatic; browsers revalidate by ETag

# Logs never contain memory text: no request bodies, no query strings. These tell every request, codes and tokens, or
# every table of a font that they cut.
TOO_TALKATIVE = ("mcp", "httpx", "httpx2", "oauthlib", "oauth2_provider", "fontTools")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {"django.request": {"level": "ERROR"}, "django.security": {"level": "ERROR"}}
    | {name: {"level": "WARNING"} for name in TOO_TALKATIVE},
}
