"""Every sentence of the command line, Chinese and English."""

from typing import Final

HELP_ZH: Final = """\
  12            选第 12 项，或打出第 12 张
  3s 3条 打3条  打出三条
  碰 p  吃 c 12m  杠 k 3m  胡 w  过 n
  听 3s  天听 3s  甩 1m9m1z  飘 2
  听什么 waits  现在听什么，或打什么听什么
  为何 碰 why p 为什么现在不能碰
  规则 45       看一条规则
  建议 hint     高手会怎么打，为什么（建议 宗师：再多想想）
  桌 table      再画一遍桌面
  退出 quit     不打了
  牌也可写成 3m 万、3p 筒、3s 条、1z 到 7z 东南西北白发中"""
HELP_EN: Final = """\
  12          choice 12, or discard tile 12
  3s, d 3s    discard 3s
  p pong   c 12m chow   k 3m kong   w win   n pass
  r 3s declare ready   t 3s tianting   throw 1m9m1z   piao 2
  waits       what you wait for, or what each discard leads to
  why pong    why it is not possible now
  rules 45    read a rule
  hint        what an expert would do, and why (hint master: thought over longer)
  table       draw the table again
  quit        leave
  tiles: m characters, p dots, s bamboo, 1z East 2z South 3z West 4z North
  5z White 6z Green 7z Red, 1f to 8f flowers"""

PHRASES: Final[dict[str, tuple[str, str]]] = {
    "left": ("余牌 {count}", "{count} tiles left"),
    "players": ("人数", "Players"),
    "options_of": ("{variant}麻将的房间选项", "Room options: {variant}"),
    "column_key": ("键", "Key"),
    "column_label": ("名称", "Label"),
    "column_values": ("取值", "Values"),
    "column_default": ("默认", "Default"),
    "column_note": ("说明", "Note"),
    "column_rule": ("规则", "Rule"),
    "readings": ("读法", "Readings"),
    "needs": ("（要先开 {key}）", "(needs {key})"),
    "no_rule": (
        "{variant}没有规则 {rule}；相近的有 {near}",
        "{variant} has no rule {rule}; near ones: {near}",
    ),
    "no_rule_near": (
        "{variant}的规则里没有 {rule}；题目都在 quexiang rules {key} --titles",
        "no rule of {variant} names {rule}; quexiang rules {key} --titles lists them",
    ),
    "scenarios_run": ("{passed} 例通过，{failed} 例不符", "{passed} passed, {failed} failed"),
    "no_title": ("（没有题目）", "(no title)"),
    "examples": ("例子 {count} 个", "{count} scenarios"),
    "no_examples": ("没有例子", "no scenarios"),
    "from_seat": ("（{seat}）", " ({seat})"),
    "may_not": ("{seat} 不能{action}：{why}", "{seat} may not {action}: {why}"),
    "value": ("值 {value}", "value {value}"),
    "value_least": ("至少值 {value}", "value {value} or more"),
    "dead": ("一张都不剩了", "none of them is left"),
    "no_payments": ("没有付账", "no payments"),
    "nobody": ("无人", "nobody"),
    "changes": ("输赢", "changes"),
    "assumed_dice": ("未给骰子，按 {shown} 算（--dice）", "dice assumed {shown} (--dice)"),
    "assumed_turned": (
        "未给翻牌，按影响最小的 {shown} 算（--turned）",
        "turned tiles assumed {shown}, the least telling (--turned)",
    ),
    "some_of": ("{name}，{count} 张，从", "{name}, {count} of"),
    "complete": ("已经成牌", "complete"),
    "waits": ("听", "waits for"),
    "away": ("差 {count} 张听，有用", "{count} away from ready; useful"),
    "hopeless": ("这样的牌永远听不了", "this hand can never be ready"),
    "anything": ("任何牌", "anything"),
    "copies": ("共 {count} 张", "{count} tiles"),
    "worse": ("打其他 {count} 种离听更远", "{count} other discards are farther away"),
    "wild": ("万能", "wild"),
    "round": ("{variant} 第 {number} 局", "{variant}, round {number}"),
    "dealer": ("庄 {seat} 连庄 {streak}", "dealer {seat}, streak {streak}"),
    "unfinished": ("这一局没有打完", "this round was not finished"),
    "same": (
        "重算一致：{rounds} 局，{lines} 行",
        "recomputed and the same: {rounds} rounds, {lines} lines",
    ),
    "you": ("你", "you"),
    "next": ("下家", "next"),
    "across": ("对家", "across"),
    "previous": ("上家", "previous"),
    "is_dealer": ("庄", "dealer"),
    "tiles": ("{count} 张", "{count} tiles"),
    "river": ("河", "river"),
    "welcome": (
        "你坐 {seat}。种子 {seed}。打 ? 看说明，打 建议 问高手。",
        "You sit at {seat}. Seed {seed}. Type ? for help, hint for advice.",
    ),
    "goodbye": ("不打了，再见。", "You leave the table. Goodbye."),
    "totals": ("全场结束  {totals}", "The match is over  {totals}"),
    "saved": ("记录存在 {file}", "The log is in {file}"),
    "next_round": ("按回车打下一局 ", "Press Enter for the next round "),
    "round_of": ("{variant} 第 {number}/{total} 局", "{variant}, round {number} of {total}"),
    "table_now": ("现在的桌面", "The table now"),
    "prompt": ("你的选择> ", "Your choice> "),
    "choose_discard": ("打哪张：打号码或牌名", "discard: a number or a tile"),
    "choose_tiles": (
        "哪几张：打号码（1 8 13）或牌（1m9m1z）",
        "which: numbers (1 8 13) or tiles (1m9m1z)",
    ),
    "choose_none": ("，0 {none}", ", 0 {none}"),
    "no_number": ("没有 {number} 号选择", "there is no choice {number}"),
    "not_understood": ("  打 ? 看能打些什么", "  type ? for what can be typed"),
    "which": ("  请写明哪些牌", "  say which tiles"),
    "why_what": ("问什么？例如 why pong、为何 碰", "why what? e.g. why pong"),
    "you_may": ("现在可以", "you may, now"),
    "offered": ("{seat} 打出", "{seat} offers"),
    "nothing_offered": ("  现在没有别人打出的牌", "  no tile of another seat lies on offer"),
    "help": (HELP_ZH, HELP_EN),
    "reviewed": (
        "{level}看了 {decisions} 步，其中 {lost} 步可以更好",
        "{level} looked at {decisions} decisions; {lost} could have been better",
    ),
    "lesson": ("第 {round} 局 {seat} 第 {turn} 巡", "Round {round}, {seat}, turn {turn}"),
    "lost": ("亏 {points} 分", "costs {points}"),
    "lesson_offered": ("有人打出", "on offer:"),
    "lesson_chosen": ("打的是", "chosen:"),
    "lesson_best": ("不如", "better:"),
    "hint_best": ("{level}会", "{level} would"),
    "hint_behind": ("，估计少 {points} 分", ", about {points} points less"),
    "hint_else": ("其次", "or"),
    "arena_played": (
        "{walls} 副牌 × {seatings} 种坐法，共 {rounds} 局",
        "{walls} walls × {seatings} seatings, {rounds} rounds in all",
    ),
    "arena_bot": ("电脑", "Bot"),
    "arena_per_round": ("每局得分 ±95%", "Points/round ±95%"),
    "arena_wins": ("胡", "Wins"),
    "arena_self_draws": ("自摸", "Self-dr."),
    "arena_deal_ins": ("点炮", "Deal-ins"),
    "arena_kongs": ("杠", "Kongs"),
    "arena_mean_ms": ("每步 ms", "ms each"),
    "arena_worst_ms": ("最慢 ms", "slowest"),
    "arena_pair": ("对比", "Pair"),
    "arena_difference": ("每局相差 ±95%（* 不含零）", "Difference/round ±95% (* excludes 0)"),
    "arena_ahead": ("全场领先", "Matches ahead"),
    "play_at": (
        "在浏览器里打开 {page} 就能打（Ctrl-C 停）",
        "Play at {page} (Ctrl-C to stop)",
    ),
    "here_only": (
        "只有这台电脑进得来。要请同一网络里的朋友：make play HOST=0.0.0.0（或 serve --lan）",
        (
            "Only this computer reaches it. To let in friends in the same network:"
            " make play HOST=0.0.0.0 (or serve --lan)"
        ),
    ),
    "lan_at": (
        "同一网络（同一个 Wi-Fi）里的任何人都进得来，扫码或打开 {page}",
        "Anybody in the same network (the same Wi-Fi) can come in: scan, or open {page}",
    ),
    "violation": ("不合规矩", "violation"),
    "sim_head": (
        "{rounds} 局，{seconds} 秒，每秒 {speed} 局",
        "{rounds} rounds in {seconds} s, {speed} a second",
    ),
    "sim_win": ("胡", "won"),
    "sim_draw": ("荒庄", "drawn"),
    "sim_abandoned": ("中止", "abandoned"),
    "sim_self_draw": ("自摸", "by self-draw"),
    "sim_discard": ("点炮", "on a discard"),
    "sim_rob_kong": ("抢杠", "robbing a kong"),
    "sim_opening": ("起手胡", "as dealt"),
    "sim_patterns": ("牌型  {patterns}", "patterns  {patterns}"),
    "sim_scores": ("得分  {scores}", "scores  {scores}"),
    "sim_faults": ("程序出错：{faults}", "faults: {faults}"),
    "sim_digest": ("种子 {seed}，摘要 {digest}", "seed {seed}, digest {digest}"),
    "train_so_far": ("分出输赢的局 {decided}", "rounds in which points changed hands: {decided}"),
    "train_done": (
        "写好了 {out}；比一比：quexiang arena {town} --bots {bot},random",
        "{out} is written; compare: quexiang arena {town} --bots {bot},random",
    ),
    "faults": ("{seat} 的程序：{faults}", "The program at {seat}: {faults}"),
    "fault_crash": ("程序退出", "crashed"),
    "fault_late": ("超时", "late"),
    "fault_nonsense": ("答非所问", "nonsense"),
    "fault_illegal": ("选了不能选的", "illegal choices"),
    "fault_given_up": ("不再启动，替它选", "given up, chosen for it"),
}
