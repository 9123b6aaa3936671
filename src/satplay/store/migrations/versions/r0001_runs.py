"""Runs of experiments and their jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables of runs and jobs."""
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("experiment", sa.Text, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("machine", sa.JSON, nullable=False),
        sa.Column("begun", sa.Text, nullable=False),
        sa.Column("ended", sa.Text),
    )
    op.create_table(
        "jobs",
        sa.Column("run", sa.Integer, sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("parameters", sa.JSON, nullable=False),
        sa.Column("outcome", sa.Text),
        sa.Column("values", sa.JSON),
        sa.Column("why", sa.Text),
        sa.Column("seconds", sa.Float),
        sa.Column("ended", sa.Text),
    )
