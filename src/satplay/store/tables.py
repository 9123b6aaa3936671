"""The tables of the store.  A change needs a migration; a test compares the two."""

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
    Column("begun", Text, nullable=False),  # times are UTC in ISO 8601
    Column("ended", Text),
)
"""One row for each run of an experiment; ``ended`` is set with its last job."""

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
"""All jobs of a run, written at its start; ``outcome`` and the columns after it are set when a job ends."""

GAMES = Table(
    "games",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("subject", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("begun", Text, nullable=False),
    Column("changed", Text, nullable=False),
)
"""Saved games by name, as text that ``play`` reads."""

COLLECTIONS = Table(
    "collections",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("subject", Text, nullable=False),
    Column("begun", Text, nullable=False),
)
"""Collections of boards by name; a saved game cannot have the same name."""

RESULTS = Table(
    "results",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("subject", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("ending", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("ended", Text, nullable=False),
)
"""The results of games that persons played, in their order."""

BOARDS = Table(
    "boards",
    METADATA,
    Column("collection", Text, ForeignKey("collections.name", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True),  # from 1; a deleted board leaves a gap
    Column("text", Text, nullable=False),
    Column("solved", Text),
    UniqueConstraint("collection", "text"),
)
"""The boards of collections; ``solved`` is the time of the first solution by a person."""
