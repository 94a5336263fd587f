"""Learning by play: a policy of a few named weights, a trainer, and the bot that comes of it.

It needs the extra `env`. `quexiang train` and docs/training.md show it at work.
"""

from quexiang.learning.bot import LearntBot
from quexiang.learning.policy import NAMES, Policy
from quexiang.learning.trainer import Course, Progress, train

__all__ = ["NAMES", "Course", "LearntBot", "Policy", "Progress", "train"]
