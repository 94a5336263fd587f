"""People, rooms, logs and matches."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "settings",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("login", sa.String(40), nullable=True),
        sa.Column("password", sa.String(200), nullable=True),
        sa.Column("banned", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("sessions", sa.Integer, nullable=False),
        sa.UniqueConstraint("login", name="uq_people_login"),
    )
    _rooms()
    _matches()


def _rooms() -> None:
    op.create_table(
        "rooms",
        sa.Column("key", sa.String(24), primary_key=True),
        sa.Column("code", sa.String(6), nullable=True),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("creator", sa.String(24), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("empty_seats", sa.Integer, nullable=False),
        sa.Column("opened", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.UniqueConstraint("code", name="uq_rooms_code"),
    )
    op.create_index("ix_rooms_listed", "rooms", ["public", "phase", "changed"])
    op.create_index("ix_rooms_creator", "rooms", ["creator", "phase"])
    op.create_table(
        "room_people",
        sa.Column("room", sa.String(24), sa.ForeignKey("rooms.key"), primary_key=True),
        sa.Column("person", sa.String(24), primary_key=True),
    )
    op.create_index("ix_room_people_person", "room_people", ["person"])
    op.create_table(
        "log",
        sa.Column("room", sa.String(24), sa.ForeignKey("rooms.key"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("match", sa.String(24), nullable=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
    )
    op.create_index("ix_log_match", "log", ["match"])


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("room", sa.String(24), sa.ForeignKey("rooms.key"), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("version", sa.String(20), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, nullable=True),
        sa.Column("how", sa.String(16), nullable=True),
        sa.Column("rounds", sa.Text, nullable=True),
    )
    op.create_index("ix_matches_room", "matches", ["room"])
    op.create_index("ix_matches_variant", "matches", ["variant"])
    op.create_table(
        "match_seats",
        sa.Column("match", sa.String(24), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(24), nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("bot", sa.String(20), nullable=False),
        sa.Column("score", sa.Integer, nullable=True),
        sa.Column("total", sa.Integer, nullable=True),
    )
    op.create_index("ix_match_seats_person", "match_seats", ["person"])
