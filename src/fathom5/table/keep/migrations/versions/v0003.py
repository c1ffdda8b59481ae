"""The oldest tables of each kind are found at once: lobbies, games that are not over, and games that are."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"
KINDS = {
    "lobbies": "started IS NULL AND ended IS NULL",
    "unfinished": "started IS NOT NULL AND ended IS NULL",
    "finished": "ended IS NOT NULL",
}


def upgrade() -> None:
    op.drop_index("ix_tables_touched", "tables")
    for kind, which in KINDS.items():
        op.create_index(
            f"ix_tables_{kind}", "tables", ["touched"], sqlite_where=sa.text(which), postgresql_where=sa.text(which)
        )
