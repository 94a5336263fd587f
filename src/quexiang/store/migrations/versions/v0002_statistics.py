"""Statistics of seats, ratings, names that nobody may take."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns and tables; what is there stays."""
    op.add_column("matches", sa.Column("rated", sa.Boolean, nullable=True))
    for name in ("wins", "self_draws", "fed"):
        op.add_column("match_seats", sa.Column(name, sa.Integer, nullable=True))
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("variant", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
    op.create_table("banned_names", sa.Column("name", sa.String(40), primary_key=True))
