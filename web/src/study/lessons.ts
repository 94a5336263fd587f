/** Short lessons: a practice table each, and a word at every step. The server plays; the lesson only talks. */
import type { Seat } from "$frames";

export interface Hint {
  /** What the lesson suggests; the player may do something else. */
  do: string;
  tile?: string;
  tiles?: string[];
  zh: string;
  en: string;
}

export interface Lesson {
  zh: string;
  en: string;
  seat: Seat;
  /** The set-up, as a scenario. */
  text: string;
  hints: Hint[];
  /** What was learnt. */
  end: { zh: string; en: string };
}

const QUIET = "B: 147m 258p 369s 2z3z4z6z, C: 258m 369p 147s 2z3z4z6z, D: 369m 147p 258s 2z3z4z6z";

const hangzhou: Lesson[] = [
  {
    zh: "四副一对，自己摸到才胡",
    en: "Four sets and a pair, by your own draw",
    seat: "A",
    text: `title: 自摸平胡\nvariant: hangzhou\nhands: {A: 234m 678m 123p 55s 78s 1z, ${QUIET}}\ndraws: 7z 7z 7z 9s\n`,
    hints: [
      {
        do: "discard",
        tile: "1z",
        zh: "你只差一张：六条或九条。东用不着，点两下打掉它。",
        en: "You need one more tile: 6 or 9 bamboo. East is of no use: tap it twice to discard it.",
      },
      {
        do: "win",
        zh: "摸到九条，四副一对齐了。平庄、二老庄都只能自摸，点“胡”。",
        en: "9 bamboo completes four sets and a pair. At levels 1 and 2 only your own draw wins: tap Win.",
      },
    ],
    end: {
      zh: "庄家付得多，闲家付得少；账单里每一笔都写着怎么算。",
      en: "The dealer pays more than the others; each payment says how it was reckoned.",
    },
  },
  {
    zh: "单吊财神叫爆头",
    en: "A lone wildcard waits for anything: baotou",
    seat: "A",
    text: `title: 爆头\nvariant: hangzhou\nhands: {A: 123m 456m 789p 222s 5z 1z, ${QUIET}}\ndraws: 7z 7z 7z 9s\n`,
    hints: [
      {
        do: "win",
        zh: "白板是财神，什么都能当。四副齐了，单留一张财神，摸什么都胡，这叫爆头，翻一倍。",
        en: "White is the wildcard. With four sets and a lone wildcard any tile wins: baotou, worth double.",
      },
    ],
    end: {
      zh: "爆头是杭州麻将的灵魂，想要更多就学飘。",
      en: "Baotou is the heart of this game; to earn more, learn to float.",
    },
  },
  {
    zh: "能胡不胡，飘一张财神",
    en: "Throw the wildcard and win more: caipiao",
    seat: "A",
    text: `title: 财飘\nvariant: hangzhou\nhands: {A: 123m 456m 789p 222s 55z, ${QUIET}}\ndraws: 7z 7z 7z 9s\n`,
    hints: [
      {
        do: "discard",
        tile: "5z",
        zh: "已经能胡了。先忍一忍：打出一张财神，手里还剩一张，仍是爆头。这一圈别家不能吃碰。",
        en: "You could win. Wait: throw one wildcard, keep the other. Nobody may claim until your next draw.",
      },
      {
        do: "win",
        zh: "一圈回来，摸什么都胡，再翻一倍，成了四倍。",
        en: "Back at your turn any tile wins, doubled once more: four times.",
      },
    ],
    end: {
      zh: "飘一次翻一倍，可以连飘，也可以飘了再杠。",
      en: "Each throw doubles; you may go on, or kong in between.",
    },
  },
];

const anhua: Lesson[] = [
  {
    zh: "翻一张，下一张就是王",
    en: "The next tile after the turned one is wild",
    seat: "A",
    text: "title: 硬庄\nvariant: anhua\nindicator: 9p\noptions: {bird_type: none}\nhands: {A: 123m 789m 345s 67s 22m 9m, B: 147m 258p 369s 4578p, C: 258m 369p 147s 3467p, D: 344m 147p 258s 4689p}\ndraws: 3p 7p 5p 8s\n",
    hints: [
      {
        do: "discard",
        tile: "9m",
        zh: "翻出九筒，一筒就是王。你手里没有王，叫硬庄，翻一番。打掉九万就听五条和八条。",
        en: "9 dots was turned, so 1 dot is wild. A hand without wilds counts double. Discard 9 characters to be ready.",
      },
      {
        do: "win",
        zh: "摸到八条，将是二万（二五八才能做将），胡。",
        en: "8 bamboo: and the pair is 2 characters (only 2, 5, 8 make a pair). Win.",
      },
    ],
    end: {
      zh: "有王的手只能自摸，没王的手才能接炮。",
      en: "Hands with a wild win by self-draw only.",
    },
  },
  {
    zh: "杠完翻牌，手就封了",
    en: "A kong turns tiles and seals your hand",
    seat: "A",
    text: "title: 杠上开花\nvariant: anhua\nindicator: 1s\noptions: {bird_type: none}\nhands: {A: 1111p 234m 678p 55s 7m 2s, B: 147m 258p 369s 4578s, C: 258m 369p 147s 3467s, D: 369m 259p 358s 4689s}\nback: [8m, 9s]\n",
    hints: [
      {
        do: "kong",
        tile: "1p",
        zh: "听了牌才能杠。点“杠”，从牌尾翻两张。",
        en: "You may kong only when ready. Tap Kong: two tiles are turned from the back.",
      },
      {
        do: "win",
        zh: "翻出八万正好胡，叫杠上开花，再翻一番。",
        en: "8 characters was turned: that wins, a kong bloom, doubled.",
      },
    ],
    end: {
      zh: "没翻中就封牌：以后摸什么打什么，只等着胡。",
      en: "If it misses you are sealed: you discard what you draw and wait.",
    },
  },
  {
    zh: "开局先飘分",
    en: "Stake before the deal: piao",
    seat: "A",
    text: "title: 自由飘\nvariant: anhua\nindicator: 9p\noptions: {bird_type: none, piao_mode: free}\nhands: {A: 123m 789m 345s 678s 22m, B: 147m 258p 369s 4578p, C: 258m 369p 147s 3467p, D: 369m 147p 258s 4689p}\n",
    hints: [
      {
        do: "piao",
        zh: "觉得手气好就多飘。每付一次账，付的人和收的人的飘分都加上去。",
        en: "Feeling lucky? Every payment adds the stakes of both who pay and who receive.",
      },
      {
        do: "win",
        zh: "起手就成了，胡。看账单里飘分怎么加。",
        en: "Complete at once: win, and see how the stakes are added.",
      },
    ],
    end: {
      zh: "飘分大家同时选，选完一起亮。",
      en: "All stake at the same time; then all stakes are shown.",
    },
  },
];

const lanzhou: Lesson[] = [
  {
    zh: "开局先甩牌",
    en: "First throw away what you do not need",
    seat: "A",
    text: "title: 甩牌\nvariant: lanzhou\nhands: {A: 1m9m1z 234m 567p 345s 8s, B: 147m 258p 369s 2345z, C: 258m 369p 147s 2345z, D: 369m 147p 258s 2367z}\ndraws: 8s\n",
    hints: [
      {
        do: "throw",
        tiles: ["1m", "9m", "1z"],
        zh: "幺九和字牌可以三张三张地甩掉。点一万、九万、东，再点“甩”。甩几张，牌就少几张。",
        en: "Ones, nines and honours may be thrown in threes. Tap 1, 9 characters and East, then Throw. Your hand gets smaller.",
      },
      {
        do: "discard",
        zh: "摸到八条成对了，三副一对已经齐了。可没报听不能胡：打一张出去报听吧。",
        en: "You drew the pair. But who has not declared may not win: declare with a discard.",
      },
    ],
    end: {
      zh: "甩得多，牌少好成，番也少。",
      en: "Throw more and the hand is smaller, but worth less.",
    },
  },
  {
    zh: "听了要报，不报是洗澡",
    en: "Declare when ready, or you are bathing",
    seat: "A",
    text: "title: 报听\nvariant: lanzhou\noptions: {throw_tiles: false}\nhands: {A: 234m 678m 345p 678s 9p, B: 147m 258p 369s 2345z, C: 258m 369p 147s 2345z, D: 369m 147p 258s 2367z}\ndraws: 5z 6z 6z 7z 9p\n",
    hints: [
      {
        do: "discard",
        tile: "5z",
        zh: "打白板就听九筒。点“听”，带着报听打出去，以后手牌就锁住了。",
        en: "Discard White and you wait for 9 dots. Tap Ready: it declares with the discard and locks your hand.",
      },
      { do: "win", zh: "摸到九筒，报过听，胡。", en: "9 dots: you have declared, so win." },
    ],
    end: {
      zh: "报听以后打出的牌别人不能胡；能报不报叫洗澡。",
      en: "After declaring your discards are safe. Who could declare and does not is bathing.",
    },
  },
];

const zhangzhou: Lesson[] = [
  {
    zh: "起手就听，可以抢金",
    en: "Ready at the deal: rob the gold",
    seat: "A",
    text: "title: 抢金\nvariant: zhangzhou\nindicator: 1z\nhands: {A: 123m 456m 789m 345p 77s 67s 9p, B: 147m 258p 369s 2346677z, C: 258m 369p 147s 2346677z, D: 369m 147p 258s 23344z 69p}\n",
    hints: [
      {
        do: "win",
        zh: "漳州打十六张，五副一对。翻出东，东就是金，什么都能当。你去掉一张就听牌，可以把翻出的金抢来胡：抢金。",
        en: "Sixteen tiles: five sets and a pair. East was turned, so East is gold, a wildcard. You are ready but for one tile: you may take the turned gold and win.",
      },
    ],
    end: {
      zh: "庄家先抢，再轮到闲家。桌上打出过金，就不能接炮，只能自摸。",
      en: "The dealer comes first. Once a gold lies on the table no discard can be won.",
    },
  },
  {
    zh: "金留一张，摸什么都胡：游金",
    en: "Keep one gold and wait for anything: youjin",
    seat: "A",
    text: "title: 游金\nvariant: zhangzhou\nindicator: 1z\nhands: {A: 123m 456m 789m 345p 777s 1z 2z, B: 147m 258p 369s 2346677z, C: 258m 369p 147s 2346677z, D: 369m 147p 258s 23344z 69p}\ndraws: 9m 1p 9s 5s\n",
    hints: [
      {
        do: "pass",
        zh: "起手就能胡，叫天胡。为了学游金，先点“过”。",
        en: "You could win at once. To learn youjin, tap Pass for now.",
      },
      {
        do: "discard",
        tile: "2z",
        zh: "打掉南，手里单留一张金，这叫游金。",
        en: "Discard South and keep the lone gold: youjin.",
      },
      { do: "win", zh: "摸什么都胡，四倍。", en: "Anything wins, four times." },
    ],
    end: {
      zh: "再把金打出去又摸回来，就是双游、三游。",
      en: "Throw the gold and go on: shuangyou, sanyou.",
    },
  },
];

const anshun: Lesson[] = [
  {
    zh: "不许吃，碰杠叫豆",
    en: "No chows; kongs are beans",
    seat: "A",
    text: "title: 闷豆\nvariant: anshun\nhands: {A: 1111m 456m 789p 99p 23s, B: 247m 258p 3456s 789s, C: 258m 369p 1478s 67s 3p, D: 369m 147p 2589s 38m 5p}\nback: 4s\n",
    hints: [
      {
        do: "kong",
        tile: "1m",
        zh: "四张一样的暗杠叫闷豆，胡了有豆钱。点“杠”，从牌尾补一张。",
        en: "A concealed kong is a bean: it pays if you win. Tap Kong and draw from the back.",
      },
      {
        do: "win",
        zh: "补到四条，杠上开花，胡。",
        en: "The replacement is 4 bamboo: kong bloom. Win.",
      },
    ],
    end: {
      zh: "胡了再翻一张捉鸡，幺鸡永远是鸡。",
      en: "After a win a tile is turned for chickens; 1 bamboo always is one.",
    },
  },
  {
    zh: "起手就听，报天听",
    en: "Ready at once: tianting",
    seat: "A",
    text: "title: 天听\nvariant: anshun\nhands: {A: 123m 456m 789p 23s 99p 9s, B: 147m 258p 3456s 789s, C: 258m 369p 1478s 67s 3p, D: 369m 147p 2589s 38m 5p}\ndraws: 1p 2p 4p 4s\n",
    hints: [
      {
        do: "discard",
        tile: "9s",
        zh: "第一张就能听：点“听”打出九条，报天听。以后手牌不动，摸什么打什么。",
        en: "Ready with the first discard: tap Ready with 9 bamboo. From now on you discard what you draw.",
      },
      { do: "win", zh: "摸到四条，胡。天听加番。", en: "4 bamboo: win, with tianting on top." },
    ],
    end: { zh: "别人点炮给天听的人，要多付。", en: "Whoever feeds a tianting hand pays more." },
  },
];

export const LESSONS: Record<string, Lesson[]> = { hangzhou, anhua, lanzhou, zhangzhou, anshun };
