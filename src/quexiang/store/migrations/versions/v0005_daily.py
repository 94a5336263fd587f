"""The hand of each day, and the answers to it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing was asked yet."""
    op.create_table(
        "daily",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("hand", sa.Text, nullable=False),
    )
    op.create_table(
        "daily_answers",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("tile", sa.String(2), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("ix_daily_answers_person", "daily_answers", ["person"])
