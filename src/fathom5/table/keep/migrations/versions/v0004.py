"""Commitments are kept as they were published, and rounds that were broken off before a game."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("commitment", sa.String(64)))
    op.add_column("tables", sa.Column("rounds", sa.JSON))
    op.add_column("tables", sa.Column("brought", sa.JSON))
    op.add_column("tables", sa.Column("version", sa.String(60), nullable=False, server_default="?"))
