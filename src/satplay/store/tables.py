"""The tables of the store.  A change needs a migration; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

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
    Column("collection", Text, ForeignKey("collections.name", ondelete="CASCADE")),
    Column("place", Integer),  # from 1; a deleted board leaves a gap
    Column("text", Text, nullable=False),
    Column("digest", Text, nullable=False),  # of the text, which may be too long for an index
    Column("solved", Text),
    Column("level", Text),
    Column("rating", JSON(none_as_null=True)),
    Column("size", Text),
    Column("canonical", Text),
    Column("key", Text),
    PrimaryKeyConstraint("collection", "place", name="boards_by_place"),
    UniqueConstraint("collection", "digest", name="boards_by_digest"),
    UniqueConstraint("collection", "key", name="boards_by_key"),
    Index("boards_canonical", "canonical", "collection"),
)
"""The boards of collections; ``solved`` is the time of the first solution by a person.

``level``, ``rating`` and ``size`` describe a board; ``canonical`` is a digest that symmetric boards share;
``key`` is that of the job that made the board.  All of them may be unknown.
"""

CAMPAIGNS = Table(
    "campaigns",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False, unique=True),  # a digest of kind and description
    Column("kind", Text, nullable=False),
    Column("description", JSON, nullable=False),
    Column("command", Text, nullable=False),
    Column("total", Integer),
    Column("version", Text, nullable=False),
    Column("begun", Text, nullable=False),
    Column("ended", Text),
    Column("collection", Text, ForeignKey("collections.name", ondelete="CASCADE")),
    Column("delivered", Integer, nullable=False),
)
"""Campaigns: many independent jobs, described as a whole.

``command`` and ``total``, the number of jobs, are those of the latest run; they may be unknown.
A campaign that fills a collection is deleted with it.  The results of the first ``delivered`` jobs are in the
collection; their values are not stored a second time.
"""

CAMPAIGN_JOBS = Table(
    "campaign_jobs",
    METADATA,
    Column("campaign", Integer, ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    Column("key", Text, primary_key=True),  # a digest of the job's description
    Column("place", Integer, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("values", JSON, nullable=False),
    Column("why", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("ended", Text, nullable=False),
    Index("campaign_jobs_place", "campaign", "place"),
)
"""The finished jobs of campaigns, and no others."""

SHARES = Table(
    "shares",
    METADATA,
    Column("slug", Text, primary_key=True),  # made from a digest of subject and text
    Column("subject", Text, nullable=False),
    Column("begun", Text, nullable=False),
    Column("used", Text, nullable=False),
    Column("size", Integer, nullable=False),  # bytes of the text
    Column("text", Text, nullable=False),
    Index("shares_used", "used", "slug", "size"),
)
"""Boards that were shared by a link; ``used`` is the time of sharing, or the first visit of a day."""
