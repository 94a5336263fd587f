"""Sessions that can be listed, ended one by one, and expire."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

INSERT = """
INSERT INTO sessions (person, id, created, seen, expires, network, device, ended)
SELECT id, CAST(sessions AS VARCHAR(24)), created, created, created + 315360000, '', '', false
FROM people
"""
"""Last visits are not known: an old token is good for ten years, once used again as all others."""


def upgrade() -> None:
    """Each person's one number of sessions becomes a session of that name."""
    op.create_table(
        "sessions",
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
        sa.Column("network", sa.String(24), nullable=False),
        sa.Column("device", sa.String(120), nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
    )
    op.create_index("ix_sessions_expires", "sessions", ["expires"])
    op.execute(INSERT)
    op.drop_column("people", "sessions")
