"""The tables. The log is the truth; everything beside it is an index that could be made anew."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

SETTINGS: Final = Table(
    "settings",
    METADATA,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
INSTALLATION: Final = "installation"
"""The setting by which nodes know each other; a copy gets another than its original."""

PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(40), nullable=True, unique=True),
    Column("password", String(200), nullable=True),
    Column("banned", Boolean, nullable=False, default=False),
    Column("created", Float, nullable=False),
)

SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("person", String(24), primary_key=True),
    Column("id", String(24), primary_key=True),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Column("expires", Float, nullable=False, index=True),
    Column("network", String(24), nullable=False),
    Column("device", String(120), nullable=False),
    Column("ended", Boolean, nullable=False),
)

SERVERS: Final = Table(
    "servers",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("address", String(200), nullable=False),
    Column("until", Float, nullable=False),
)

ROOMS: Final = Table(
    "rooms",
    METADATA,
    Column("key", String(24), primary_key=True),
    Column("code", String(6), nullable=True, unique=True),
    Column("variant", String(40), nullable=False),
    Column("creator", String(24), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("empty_seats", Integer, nullable=False),
    Column("opened", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("server", String(24), nullable=False, server_default=""),
    Column("fence", Integer, nullable=False, server_default="0"),
    Column("damage", Text, nullable=True),
    Index("ix_rooms_listed", "public", "phase", "changed"),
    Index("ix_rooms_creator", "creator", "phase"),
    Index("ix_rooms_server", "server"),
)

ROOM_PEOPLE: Final = Table(
    "room_people",
    METADATA,
    Column("room", String(24), ForeignKey("rooms.key"), primary_key=True),
    Column("person", String(24), primary_key=True),
    Index("ix_room_people_person", "person"),
)

LOG: Final = Table(
    "log",
    METADATA,
    Column("room", String(24), ForeignKey("rooms.key"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("match", String(24), nullable=True, index=True),
    Column("at", Float, nullable=False),
    Column("lines", Text, nullable=False),
    Column("chain", String(64), nullable=False, server_default=""),
)

MATCHES: Final = Table(
    "matches",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("room", String(24), ForeignKey("rooms.key"), nullable=False, index=True),
    Column("variant", String(40), nullable=False, index=True),
    Column("version", String(20), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("started", Float, nullable=False),
    Column("ended", Float, nullable=True),
    Column("how", String(16), nullable=True),
    Column("rounds", Text, nullable=True),
    Column("rated", Boolean, nullable=True),
)

MATCH_SEATS: Final = Table(
    "match_seats",
    METADATA,
    Column("match", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(24), nullable=True, index=True),
    Column("name", String(40), nullable=False),
    Column("bot", String(20), nullable=False),
    Column("score", Integer, nullable=True),
    Column("total", Integer, nullable=True),
    Column("wins", Integer, nullable=True),
    Column("self_draws", Integer, nullable=True),
    Column("fed", Integer, nullable=True),
)

RATINGS: Final = Table(
    "ratings",
    METADATA,
    Column("person", String(24), primary_key=True),
    Column("variant", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
)

BANNED_NAMES: Final = Table(
    "banned_names",
    METADATA,
    Column("name", String(40), primary_key=True),
)

DAILY: Final = Table(
    "daily",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("hand", Text, nullable=False),
)

DAILY_ANSWERS: Final = Table(
    "daily_answers",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("person", String(24), primary_key=True),
    Column("tile", String(2), nullable=False),
    Column("at", Float, nullable=False),
    Index("ix_daily_answers_person", "person"),
)
