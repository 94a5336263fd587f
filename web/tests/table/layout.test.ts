import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Variant } from "../../src/app/answers.ts";
import { towns } from "../../src/app/towns.svelte.ts";
import { buttonsOf } from "../../src/table/buttons.ts";
import { offered } from "../../src/table/choices.ts";
import type {
  ButtonContent,
  Content,
  SeatContent,
  Viewport,
} from "../../src/table/layout/content.ts";
import { layout, type TableLayout } from "../../src/table/layout/layout.ts";
import { MIN } from "../../src/table/layout/shape.ts";
import { zones } from "../../src/table/layout/zones.ts";
import { contentOf, rulesOf } from "../../src/table/lying.ts";
import { turnShape } from "../../src/table/turn.ts";
import { TABLES, type RecordedTable } from "./recorded.ts";
import { violations, zonesOf } from "./violations.ts";

/** It only ends what hangs. */
vi.setConfig({ testTimeout: 900_000 });

const WILD = ["anhua", "hangzhou", "zhangzhou"];
const NAMES = { A: "风起云涌", B: "老梅", C: "Annabelle", D: "竹" };

/** A recorded table, with everything that the prompt can say about it. */
function recordedContent({ view, choices }: RecordedTable): Content {
  const ask = {
    type: "ask",
    ask: 1,
    match: "",
    stage: "",
    choices,
    left_ms: 1,
    bank_ms: 1,
  } as const;
  const buttons = buttonsOf(offered(ask), 0, null);
  const said = buttons.length ? "" : "轮到你";
  const waits = view.waits?.length ?? 0;
  const prompt = { buttons, waits, said: waits ? "" : said, why: !buttons.length, words: 1 };
  return contentOf(view, rulesOf(view, 4, true), (seat) => NAMES[seat], [], prompt);
}

const button = (does: string, word: string, tiles = 0, note = ""): ButtonContent => ({
  does,
  word,
  tiles,
  note,
  shortcut: "X",
});
const FIVE = [button("win", "胡", 0, "硬庄 自摸\n值 24"), button("kong", "杠", 4)].concat([
  button("pong", "碰", 3),
  button("chow", "吃", 3),
  button("pass", "过"),
]);
const SEVEN = [
  ...FIVE.slice(0, 3),
  ...Array.from({ length: 3 }, () => button("chow", "吃", 3)),
  button("pass", "过"),
];
const ENGLISH = [
  button("win", "Win", 0, "8 points"),
  button("kong", "Kong", 4),
  button("pong", "Pong", 3),
  button("pass", "Pass"),
];

/** Fuller than any round has been. */
function imagined(hand: number, players: number, buttons: ButtonContent[], said = ""): Content {
  const kinds = [3, 4].flatMap((tiles) => [true, false].map((same) => ({ tiles, same })));
  const melds = Array.from(
    { length: hand === 17 ? 5 : 4 },
    (_, at) => kinds[at % 3] ?? kinds[0],
  ) as SeatContent["melds"];
  const chips = ["庄", "连庄 2", "财神在外", "打四万报听"];
  const seat: SeatContent = {
    name: "风起云涌",
    concealed: hand - 1 - 3 * melds.length,
    opened: false,
    drawn: false,
    melds,
    pile: 12,
    pileWord: "花",
    chips,
    river: 30,
    declared: 7,
  };
  const me = { ...seat, concealed: hand, melds: [], drawn: true };
  const prompt = { buttons, waits: 9, said, why: false, words: buttons === ENGLISH ? 0.68 : 1 };
  const rules = { players, hand, figures: 2, tools: 4, panel: true };
  return {
    rules,
    seats: { me, left: seat, top: seat, right: seat },
    figures: 2,
    turned: 0,
    prompt,
  };
}

const IMAGINED = [14, 17].flatMap((hand) =>
  [2, 3, 4].flatMap((players) => [
    imagined(hand, players, FIVE),
    imagined(hand, players, SEVEN),
    imagined(hand, players, ENGLISH, "听牌以后不能改口，漏胡的牌一圈之内不能再胡"),
  ]),
);

/** Every size of a screen, from the smallest phone on; finer where most phones are. */
function* viewports(): Generator<Viewport> {
  for (const type of [1, 1.25]) {
    for (let w = 320; w <= 2560; w += w < 1000 ? 32 : 120)
      for (let h = 480; h <= 1440; h += h < 960 ? 32 : 80) yield { w, h, type };
    for (let w = 560; w <= 1280; w += 24) for (let h = 328; h < 480; h += 16) yield { w, h, type };
  }
}
const NAMED = [
  [360, 640],
  [375, 667],
  [390, 664],
  [390, 844],
  [412, 915],
  [320, 568],
  [667, 375],
  [740, 360],
  [844, 390],
  [932, 430],
  [768, 1024],
  [820, 1180],
  [1024, 768],
  [1180, 820],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;

describe("the own turn", () => {
  test.each(NAMED)("is told large enough at %d×%d", (w, h) => {
    for (const [type, word] of [
      [1, "轮到你"],
      [1.25, "轮到你"],
      [1, "选一张"],
      [1, "Your turn"],
    ] as const)
      eachLayout({ w, h, type }, contents, ({ me }) => {
        const { size } = turnShape(me.id, word);

        expect(size).toBeGreaterThanOrEqual(word.length > 3 ? 16 : 18);
        expect(size).toBeLessThanOrEqual(34);
      });
  });
});

const PLACES = ["me", "right", "top", "left"] as const;
const contents: Content[] = [];
beforeAll(() => {
  towns.all = WILD.map((key) => ({ key, wild_zh: "王", marks: [] }) as unknown as Variant);
  contents.push(...TABLES.map(recordedContent), ...IMAGINED);
});

/** Lay out each of the contents; zones are found once for equal rules. */
function eachLayout(
  viewport: Viewport,
  some: Content[],
  see: (table: TableLayout, content: Content) => void,
) {
  const known = new Map<string, ReturnType<typeof zones>>();
  for (const content of some) {
    const key = JSON.stringify(content.rules);
    const found = known.get(key) ?? zones(viewport, content.rules);
    known.set(key, found);
    see(layout(viewport, content, found), content);
  }
}

function problems(viewport: Viewport, some: Content[]): string[] {
  const found: string[] = [];
  eachLayout(viewport, some, (table, content) => {
    for (const one of violations(table, viewport, content))
      found.push(
        `${viewport.w}×${viewport.h} ×${viewport.type}, table ${contents.indexOf(content)}: ${one}`,
      );
  });
  return found;
}

describe("whatever lies on the table", () => {
  test.each([1, 1.25])("fits the screens that people have, with type %d", (type) => {
    const found = NAMED.flatMap(([w, h]) => problems({ w, h, type }, contents));

    expect(found).toEqual([]);
  });

  test("never hides stakes behind one button", () => {
    const stakes = [0, 1, 2, 3].map((n) => button("piao", n ? `飘 ${n} 分` : "不飘"));
    for (const [w, h] of NAMED)
      eachLayout({ w, h, type: 1 }, [imagined(14, 4, stakes)], ({ prompt }) => {
        expect(prompt.folded).toEqual([]);
        expect(prompt.buttons.length).toBe(4);
      });
  });

  test("shows open hands on every screen but the smallest", () => {
    for (const [w, h] of NAMED.filter((size) => Math.min(...size) >= 360))
      eachLayout({ w, h, type: 1 }, contents, (table, { seats }) => {
        for (const [place, laid] of Object.entries(table.seats)) {
          const seat = seats[place as keyof typeof seats];

          expect(laid.open.length).toBe(seat?.opened ? seat.concealed : 0);
        }
      });
  });

  test("fits thousands of other screens", () => {
    const SHARE = Math.floor(contents.length / 2);
    const found: string[] = [];
    let at = 0;
    for (const viewport of viewports()) {
      const some = contents.filter((_, number) => (number + at) % SHARE === 0);
      found.push(...problems(viewport, some));
      at++;
    }

    expect(at).toBeGreaterThan(2000);
    expect(found.slice(0, 20)).toEqual([]);
  });

  test.each(NAMED)("never moves a zone, a seat or a switch at %d×%d", (w, h) => {
    const still = new Map<string, string>();
    eachLayout({ w, h, type: 1 }, contents, (table, { rules, seats }) => {
      const key = JSON.stringify([rules, PLACES.map((place) => seats[place]?.name)]);
      const { menu, title, tools, compass, me, zones: found } = table;
      const ids = Object.values(table.seats).map(({ avatar, id }) => [avatar, id]);
      const now = JSON.stringify([
        zonesOf(table),
        menu,
        title,
        tools,
        compass.clock,
        me.avatar,
        me.id,
        me.auto,
        ids,
        found.own,
      ]);

      expect(still.get(key) ?? now).toBe(now);

      still.set(key, now);
    });
  });
});

describe("a minimum that is lowered", () => {
  const SMALL: Viewport[] = [
    { w: 320, h: 480, type: 1 },
    { w: 344, h: 560, type: 1.25 },
    { w: 568, h: 328, type: 1 },
    { w: 667, h: 375, type: 1 },
  ];
  const KEYS = Object.keys(MIN) as (keyof typeof MIN)[];

  test.each(KEYS)("is noticed: %s", (key) => {
    const before = MIN[key];
    MIN[key] = before - 5;
    onTestFinished(() => void (MIN[key] = before));

    const found = SMALL.flatMap((viewport) => problems(viewport, contents));

    expect(found.length).toBeGreaterThan(0);
  });

  test("is why there is nothing to notice now", () => {
    expect(SMALL.flatMap((viewport) => problems(viewport, contents))).toEqual([]);
  });
});
