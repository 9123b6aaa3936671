"""Saved games, and collections of boards."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables of saved games and collections."""
    op.create_table(
        "games",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("begun", sa.Text, nullable=False),
        sa.Column("changed", sa.Text, nullable=False),
    )
    op.create_table(
        "collections",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("begun", sa.Text, nullable=False),
    )
    op.create_table(
        "boards",
        sa.Column(
            "collection", sa.Text, sa.ForeignKey("collections.name", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("solved", sa.Text),
        sa.UniqueConstraint("collection", "text"),
    )
