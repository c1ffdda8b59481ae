"""The tables of the database, as they are now. How older ones become like these is for the migrations."""

import sqlalchemy as sa

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),  # their version
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("clock", sa.Integer),  # seconds a decision
    sa.Column("secret", sa.String(64)),  # of the dice; none where a game was played elsewhere and uploaded
    sa.Column("host", sa.String(64), index=True),  # the device that opened the table
    sa.Column("opened", sa.Float, nullable=False),
    sa.Column("started", sa.Float),
    sa.Column("ended", sa.Float),
    sa.Column("next", sa.String(32)),  # the rematch
    sa.Column("protocol", sa.Integer, nullable=False, server_default="1"),  # of the dice
    sa.Column("commitment", sa.String(64)),  # of the table to its secret, as it was published
    sa.Column("seal", sa.Text),  # what was agreed before the words were told, where the protocol has one
    sa.Column("rounds", sa.JSON(none_as_null=True)),  # that were broken off before the game, with their secrets
    sa.Column("brought", sa.JSON(none_as_null=True)),  # what a save says of its dice; where a game goes on
    sa.Column("chain", sa.String(64)),  # the key of the rows, where it does not follow from secret and seal
    sa.Column("rows", sa.Integer, nullable=False, server_default="0"),  # how many there are
    sa.Column("last", sa.String(32), nullable=False, server_default=""),  # the digest of the last of them
    sa.Column("is_migrated", sa.Boolean, nullable=False, server_default="0"),  # older than its chain
    sa.Column("touched", sa.Float, nullable=False, server_default="0"),  # when something last happened
    sa.Column("version", sa.String(60), nullable=False, server_default="?"),  # of the program; all that played on
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("level", sa.String(40)),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("colour", sa.Integer, nullable=False),
    sa.Column("holder", sa.String(64), index=True),  # the device, by its hash
    sa.Column("secret", sa.String(32)),  # of the seat's own link
    sa.Column("spare", sa.String(64)),  # the table's words for this seat, should none come from it
    sa.Column("commitment", sa.String(64)),
    sa.Column("words", sa.String(64)),
)
actions = sa.Table(
    "actions",
    metadata,
    sa.Column("table", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("turn", sa.Integer, primary_key=True),  # two writers of one turn: the second is refused
    sa.Column("seat", sa.Integer, nullable=False),  # -1 is chance
    sa.Column("action", sa.Integer, nullable=False),
    sa.Column("command", sa.String(40)),  # its id, so that a repeated command is known
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("by", sa.String(60), nullable=False, server_default=""),  # a person, a bot, a forced move …
    sa.Column("digest", sa.String(32), nullable=False, server_default=""),  # of this row and all before it
)

# What a table is by how far it has come; each kind is kept for a time of its own, and the oldest are found at once.
KINDS = {
    "lobbies": sa.and_(tables.c.started.is_(None), tables.c.ended.is_(None)),
    "unfinished": sa.and_(tables.c.started.is_not(None), tables.c.ended.is_(None)),
    "finished": tables.c.ended.is_not(None),
}
for _kind, _which in KINDS.items():
    sa.Index(f"ix_tables_{_kind}", tables.c.touched, sqlite_where=_which, postgresql_where=_which)
