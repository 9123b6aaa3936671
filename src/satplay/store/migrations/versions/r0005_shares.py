"""Shared boards by a name that is made from their text."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table of shares."""
    op.create_table(
        "shares",
        sa.Column("slug", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("begun", sa.Text, nullable=False),
        sa.Column("used", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("shares_used", "shares", ["used", "slug", "size"])
