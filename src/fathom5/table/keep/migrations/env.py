"""Called by Alembic: the connection is handed over by who asks for the upgrade."""

from alembic import context

from fathom5.table.keep.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
