"""Every sentence of the command line, Chinese and English."""

from typing import Final

PHRASES: Final[dict[str, tuple[str, str]]] = {
    "left": ("余牌 {count}", "{count} tiles left"),
    "players": ("人数", "Players"),
    "options_of": ("{variant}麻将的房间选项", "Options of a {variant} room"),
    "column_key": ("键", "Key"),
    "column_label": ("名称", "Label"),
    "column_values": ("取值", "Values"),
    "column_default": ("默认", "Default"),
    "column_note": ("说明", "Note"),
    "column_rule": ("规则", "Rule"),
    "needs": ("（要先开 {key}）", "(needs {key})"),
    "no_rule": (
        "{variant}没有规则 {rule}；相近的有 {near}",
        "{variant} has no rule {rule}; near ones: {near}",
    ),
    "examples": ("例子 {count} 个", "{count} scenarios"),
    "no_examples": ("没有例子", "no scenarios"),
    "from_seat": ("（{seat}）", " ({seat})"),
    "meld_chow": ("吃", "chow"),
    "meld_pong": ("碰", "pong"),
    "meld_exposed": ("明杠", "exposed kong"),
    "meld_added": ("补杠", "added kong"),
    "meld_concealed": ("暗杠", "concealed kong"),
}
