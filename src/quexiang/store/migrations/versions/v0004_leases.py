"""Servers and the rooms they own; logs that are chained; rooms that are set aside."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody owns a room yet, no row is chained yet, and no damage is known."""
    op.create_table(
        "servers",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    text, number = sa.String(24), sa.Integer
    op.add_column("rooms", sa.Column("server", text, nullable=False, server_default=""))
    op.create_index("ix_rooms_server", "rooms", ["server"])
    op.add_column("rooms", sa.Column("fence", number, nullable=False, server_default="0"))
    op.add_column("rooms", sa.Column("damage", sa.Text, nullable=True))
    op.add_column("log", sa.Column("chain", sa.String(64), nullable=False, server_default=""))
