"""Campaigns and the results of their jobs by key; boards are unique by a digest and get attributes."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from satplay.store.digests import digest

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

CHUNK = 1000


def upgrade() -> None:
    """Create the tables of campaigns, and the table of boards anew.

    A unique constraint on the text of boards is impossible on PostgreSQL, whose indexes do not accept long
    texts; SQLite cannot replace a constraint of a table.
    """
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.Text, nullable=False, unique=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("description", sa.JSON, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("total", sa.Integer),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("begun", sa.Text, nullable=False),
        sa.Column("ended", sa.Text),
        sa.Column("collection", sa.Text, sa.ForeignKey("collections.name", ondelete="CASCADE")),
        sa.Column("delivered", sa.Integer, nullable=False),
    )
    op.create_table(
        "campaign_jobs",
        sa.Column(
            "campaign", sa.Integer, sa.ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("values", sa.JSON, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("ended", sa.Text, nullable=False),
        sa.Index("campaign_jobs_place", "campaign", "place"),
    )
    boards = op.create_table(
        "new_boards",
        sa.Column("collection", sa.Text, sa.ForeignKey("collections.name", ondelete="CASCADE")),
        sa.Column("place", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("solved", sa.Text),
        sa.Column("level", sa.Text),
        sa.Column("rating", sa.JSON),
        sa.Column("size", sa.Text),
        sa.Column("canonical", sa.Text),
        sa.Column("key", sa.Text),
        sa.PrimaryKeyConstraint("collection", "place", name="boards_by_place"),
        sa.UniqueConstraint("collection", "digest", name="boards_by_digest"),
        sa.UniqueConstraint("collection", "key", name="boards_by_key"),
    )
    connection = op.get_bind()
    for rows in _old_boards(connection):
        connection.execute(sa.insert(boards), rows)
    op.drop_table("boards")
    op.rename_table("new_boards", "boards")
    op.create_index("boards_canonical", "boards", ["canonical", "collection"])


def _old_boards(connection: sa.Connection) -> Iterator[list[dict[str, Any]]]:
    """All boards, some at a time."""
    old = sa.table("boards", *map(sa.column, ("collection", "place", "text", "solved")))
    place = sa.tuple_(old.c.collection, old.c.place)
    query = sa.select(old).order_by(old.c.collection, old.c.place).limit(CHUNK)
    rows = connection.execute(query).all()
    while rows:
        yield [{**row._mapping, "digest": digest(row.text)} for row in rows]
        last = sa.tuple_(sa.literal(rows[-1].collection), sa.literal(rows[-1].place))
        rows = connection.execute(query.where(place > last)).all()
