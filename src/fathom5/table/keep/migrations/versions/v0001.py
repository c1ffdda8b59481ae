"""The first tables: what was agreed, who sits there, what happened."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("clock", sa.Integer),
        sa.Column("secret", sa.String(64)),
        sa.Column("host", sa.String(64)),
        sa.Column("opened", sa.Float, nullable=False),
        sa.Column("started", sa.Float),
        sa.Column("ended", sa.Float),
        sa.Column("next", sa.String(32)),
    )
    op.create_table(
        "seats",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("level", sa.String(40)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(64), index=True),
        sa.Column("secret", sa.String(32)),
        sa.Column("spare", sa.String(64)),
        sa.Column("commitment", sa.String(64)),
        sa.Column("words", sa.String(64)),
    )
    op.create_table(
        "actions",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Integer, nullable=False),
        sa.Column("command", sa.String(40)),
        sa.Column("at", sa.Float, nullable=False),
    )
