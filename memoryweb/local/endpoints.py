from pathlib import Path
def data_folder(environ): return Path(environ.get("MEMORYWEB_DATA","data")).absolute()
def secret_key(data): return "x"*50
def database_url(data, role="memoryweb_app", database="memoryweb"): return "postgresql:///memoryweb"
def broker_url(data): return "redis+socket:///tmp/none"
def cache_url(data): return "unix:///tmp/none"
