"""Rows are chained, and tables know when something last happened at them.

Tables from before get a key of their own and are chained as they are found; they are marked, and keep their dice.
"""

import json
from secrets import token_hex

import sqlalchemy as sa
from alembic import op

from fathom5.table.keep import chain

revision, down_revision = "0002", "0001"

tables = sa.table(
    "tables",
    *map(sa.column, ("id", "game", "rules", "opened", "started", "ended", "protocol", "chain", "rows", "last")),
    sa.column("options", sa.JSON),
    sa.column("is_migrated", sa.Boolean),
    sa.column("touched"),
)
actions = sa.table("actions", *map(sa.column, ("table", "turn", "seat", "action", "at", "by", "digest")))


def upgrade() -> None:
    op.add_column("tables", sa.Column("protocol", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("seal", sa.Text))
    op.add_column("tables", sa.Column("chain", sa.String(64)))
    op.add_column("tables", sa.Column("rows", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("last", sa.String(32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("is_migrated", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("touched", sa.Float, nullable=False, server_default="0"))
    op.add_column("actions", sa.Column("by", sa.String(60), nullable=False, server_default=""))
    op.add_column("actions", sa.Column("digest", sa.String(32), nullable=False, server_default=""))
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_tables_touched", "tables", ["touched"])
    for table in op.get_bind().execute(sa.select(tables.c.id)).scalars().all():
        _link(table)


def _link(table: str) -> None:
    db = op.get_bind()
    found = db.execute(sa.select(tables).where(tables.c.id == table)).mappings().one()
    random = token_hex(32)
    agreed = (table, found["protocol"], found["game"], found["rules"], json.dumps(found["options"], sort_keys=True))
    key = chain.chain_key(bytes.fromhex(random), chain.framed(*agreed))
    before, count, touched = chain.FIRST, 0, found["ended"] or found["started"] or found["opened"]
    asked = sa.select(actions.c.turn, actions.c.seat, actions.c.action, actions.c.at)
    linked = []
    for turn, seat, action, at in db.execute(asked.where(actions.c.table == table).order_by(actions.c.turn)).all():
        before, count, touched = chain.digest(key, before, count, seat, action, ""), count + 1, max(touched, at)
        linked.append({"of": table, "at_turn": turn, "linked": before})
    if linked:
        row = sa.and_(actions.c.table == sa.bindparam("of"), actions.c.turn == sa.bindparam("at_turn"))
        db.execute(actions.update().where(row).values(digest=sa.bindparam("linked")), linked)
    kept = {"chain": random, "rows": count, "last": before, "is_migrated": True, "touched": touched}
    db.execute(tables.update().where(tables.c.id == table).values(**kept))
