"""What the store holds.  Whoever changes this adds a migration; a test compares the two."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, MetaData, Table, Text, UniqueConstraint

METADATA = MetaData()

RUNS = Table(
    "runs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("experiment", Text, nullable=False),
    Column("plan", Text, nullable=False),  # quick or full
    Column("command", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("machine", JSON, nullable=False),
    Column("begun", Text, nullable=False),  # times are UTC, as ISO 8601 has them
    Column("ended", Text),
)
"""One row for each run of an experiment; ``ended`` when its last job has."""

JOBS = Table(
    "jobs",
    METADATA,
    Column("run", Integer, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("parameters", JSON, nullable=False),
    Column("outcome", Text),
    Column("values", JSON),
    Column("why", Text),
    Column("seconds", Float),
    Column("ended", Text),
)
"""All jobs of a run, written when it begins; ``outcome`` and the rest come in one step when one has ended."""

GAMES = Table(
    "games",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("subject", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("begun", Text, nullable=False),
    Column("changed", Text, nullable=False),
)
"""Saved games by name: a record, or a board with what is drawn on it, as ``play`` reads it again."""

COLLECTIONS = Table(
    "collections",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("subject", Text, nullable=False),
    Column("begun", Text, nullable=False),
)
"""Collections of boards by name; no saved game has the name of one."""

BOARDS = Table(
    "boards",
    METADATA,
    Column("collection", Text, ForeignKey("collections.name", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),  # from 1; what is forgotten leaves a gap
    Column("text", Text, nullable=False),
    Column("solved", Text),
    UniqueConstraint("collection", "text"),
)
"""The boards of collections; ``solved`` when somebody first filled one in."""
