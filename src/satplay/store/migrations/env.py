"""Alembic runs this for every command; it works on the connection that ``store/opening.py`` hands over."""

from alembic import context

from satplay.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
