"""Run by alembic for every command, on the connection passed by ``store/versions.py``."""

from alembic import context

from satplay.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
