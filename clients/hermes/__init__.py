"""The plugin of Hermes Agent: put this folder into $HERMES_HOME/plugins/memoryweb."""

from memoryweb_client.hermes import register as register  # it calls register_memory_provider, which Hermes looks for
