"""How people sign in: by links, passkeys, codes, a provider or a proxy."""
