import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crowded, violations } from "./checks.ts";
import { examples, playExample, scripts, type Example, type Scripted } from "./scenario.ts";
import {
  explained,
  newcomer,
  openWorld,
  picture,
  type Size,
  type Visitor,
  type World,
} from "./harness.ts";

interface Case {
  title: string;
  /** Where the person sits. */
  seat: string;
  /** A mark that stands beside a seat at the first question. */
  waits?: string;
  /** Marks beside the seats and kinds of buttons that must have been seen on the way. */
  marks?: string[];
  offers?: string[];
  /** What the result shows. */
  shows?: string;
}

const CASES: Record<string, Case[]> = {
  anhua: [
    {
      title: "先选飘再问起手四王",
      seat: "B",
      waits: "还在选",
      marks: ["飘 2"],
      offers: ["piao", "win"],
    },
    {
      title: "庄家起手四王先过，再在自己第一轮胡，按四王八分算",
      seat: "A",
      marks: ["四王"],
      offers: ["win", "pass"],
    },
    { title: "六只全中，乘十二，飘分不乘", seat: "A", shows: ".birds .t >> nth=5" },
    { title: "选杠四张，翻出的第四张能胡也算杠上开花", seat: "A", offers: ["kong", "win"] },
    { title: "封牌后用刚摸的第四张暗杠，杠完听的牌可以变", seat: "A", marks: ["封牌"] },
    { title: "选了一炮多响，抢杠也可以两家一起抢", seat: "B", offers: ["chow", "win"] },
    {
      title: "放过三万，没摸牌之前再来三万不能胡，六万可以",
      seat: "D",
      marks: ["过手胡"],
      offers: ["win", "pass"],
    },
    { title: "选了一炮多响，杠上炮也可以两家一起胡，各胡各的牌", seat: "C", offers: ["win"] },
    { title: "海底摸成牌可以胡，也可以过，不能打", seat: "B", offers: ["win", "pass"] },
  ],
  lanzhou: [
    {
      title: "算例十二：甩了六张，底分两分，自摸北风成黑三风",
      seat: "A",
      waits: "还在选",
      marks: ["报听"],
      offers: ["throw", "declare"],
    },
    { title: "洗澡的时候刚摸的那种不能报，别的可以报", seat: "A", marks: ["洗澡", "报听"] },
    {
      title: "报听打了六万，一圈之内别人打六万不能胡，打三万能胡",
      seat: "A",
      marks: ["一圈不胡同张"],
      offers: ["pass", "win"],
    },
    { title: "算例四：小鸡飞，三张一条分在中发白和黑三风里，翻两番", seat: "A", offers: ["win"] },
    { title: "胡两次，两家各自摸一回，胡过的也要付", seat: "C", offers: ["win"] },
    { title: "报听以后摸到碰过的第四张，可以续杠", seat: "A", offers: ["pong", "kong"] },
  ],
  zhangzhou: [
    { title: "庄家放过抢金，闲家按出牌顺序，先到下家", seat: "B", offers: ["win", "pass"] },
    { title: "闲家起手三张金，要等自己摸牌才能三金倒", seat: "B", offers: ["win"] },
    {
      title: "从游金走到三游：吃碰先封，杠后封，最后一摸十六倍",
      seat: "B",
      marks: ["双游、三游 2", "双游、三游 3"],
    },
    { title: "补杠时能胡的人可以抢，别人不被询问", seat: "D", offers: ["win", "pass"] },
    { title: "算例十四，两次分饼之后平胡", seat: "A", shows: ".block >> text=分饼" },
    { title: "一连补两张花，补到听的牌照样自摸", seat: "B" },
    {
      title: "白板当二万，一张三万有三种吃法，真金不算",
      seat: "B",
      marks: ["这一手不能打金"],
      offers: ["chow"],
    },
  ],
  anshun: [
    {
      title: "算例十四：天听平胡自摸，每家二十二",
      seat: "C",
      marks: ["天听"],
      offers: ["declare", "win"],
    },
    { title: "算例十一：闷豆后的热炮，放炮的人空收", seat: "A", offers: ["pong", "kong"] },
    { title: "算例十三：转弯豆被平胡抢，被抢的人空收", seat: "D", offers: ["win"] },
    { title: "算例十八：翻九条，金鸡和冲锋金鸡", seat: "A", marks: ["冲锋鸡"], offers: ["win"] },
    { title: "算例二十：一炮三响", seat: "B", shows: ".hero >> nth=2" },
  ],
  hangzhou: [
    {
      title: "算例 7：三老庄闲家连飘三张财神",
      seat: "A",
      marks: ["财神在外", "爆头", "连串飘飘飘"],
    },
    {
      title: "飘、加杠、再飘，链一路乘上去",
      seat: "B",
      marks: ["飘杠连串", "连串飘杠飘"],
      offers: ["kong", "win"],
    },
    {
      title: "算例 19：A 喂了三摊，D 吃了 B 三摊，两家一起挑一担",
      seat: "B",
      offers: ["chow", "pong", "win"],
    },
    {
      title: "算例 23：B C 两家都包后半场，重叠的各付各的",
      seat: "A",
      marks: ["半场承包", "飘杠连串"],
      offers: ["pong", "kong", "win"],
    },
  ],
};
const SIZES: Size[] = ["portrait", "landscape", "desktop"];
const ALL = Object.entries(CASES).flatMap(([town, cases]) =>
  cases.map((one, at) => [town, one.title, one, SIZES[at % SIZES.length] as Size] as const),
);
const REFUSED = ["随便打一张财神，一圈里别人不能吃碰杠", "放过不胡的牌，同一圈里再有人打就不能胡"];

let world: World;
const found = new Map<string, Example & Scripted>();
beforeAll(async () => {
  world = await openWorld();
  const every = await Promise.all(Object.keys(CASES).map((town) => examples(world, town)));
  const titles = [...ALL.map(([, title]) => title), ...REFUSED];
  const wanted = every.flat().filter((one) => titles.includes(one.title));
  const written = scripts(wanted.map((one) => one.text));
  wanted.forEach((one, at) => found.set(one.title, { ...one, ...(written[at] as Scripted) }));
});
afterAll(() => world.stop());

/** One for each screen; his window stays open, since a new one costs more than an example. */
const people = new Map<Size, Visitor>();

/** Sit down at the table of an example. */
async function sit(town: string, title: string, seat: string, size: Size) {
  const example = found.get(title);
  if (!example) throw new Error(`there is no example ${title}`);
  const person = people.get(size) ?? (await newcomer(world, size));
  people.set(size, person);
  explained(world, person);
  const { file, number } = example;
  await person.page.goto(`/practice/${town}?file=${file}&n=${number}&seat=${seat}`);
  return { ...person, example };
}

const mark = (page: Page, text: string) => page.locator(".mark", { hasText: text }).first();

describe("phases and special actions, by the examples of the rulebook", () => {
  test.each(ALL)("%s: %s", async (town, title, wanted, size) => {
    const { page, troubles, example } = await sit(town, title, wanted.seat, size);
    const seen = await playExample(page, example.script, wanted.seat, {
      each: async (question) => {
        expect(await crowded(page)).toEqual([]);
        if (wanted.waits && !question) await mark(page, wanted.waits).waitFor();
      },
    });
    await picture(page, `special-${town}-${size}-${example.number}`);
    expect([...seen.marks]).toEqual(expect.arrayContaining(wanted.marks ?? []));
    expect([...seen.offers]).toEqual(expect.arrayContaining(wanted.offers ?? []));
    expect(seen.over).toBe(!!example.result);
    if (example.result?.changes) {
      for (const [seat, change] of Object.entries(example.result.changes)) {
        const box = page.locator(`.totals [data-seat="${seat}"] .num:not(small)`);
        expect(Number((await box.textContent())?.replace("−", "-"))).toBe(change);
      }
    }
    const patterns = await page.locator(".patterns .chip").allTextContents();
    for (const win of example.result?.wins ?? [])
      expect(patterns).toEqual(expect.arrayContaining(win.patterns ?? []));
    if (wanted.shows) await page.locator(wanted.shows).first().waitFor();
    expect(troubles.splice(0)).toEqual([]);
  });
});

test("what may not be claimed says why, with the rule", async () => {
  const { page, example } = await sit("hangzhou", REFUSED[0] ?? "", "C", "portrait");
  await playExample(page, example.script, "C", { most: 0 });
  await page.locator(".prompt .ask").click();
  const sheet = page.locator("dialog[open]");
  await sheet.locator(".claims .btn", { hasText: "吃" }).click();
  for (const tile of ["四万", "五万"])
    await sheet.getByRole("button", { name: tile }).first().click();
  expect(await sheet.locator(".because .rule").textContent()).toBe("HZ-39");
  await picture(page, "why-portrait");
  expect(await violations(page)).toEqual([]);
});

test("one who would run away is told what it costs, with the rule", async () => {
  const { page, example } = await sit("hangzhou", REFUSED[0] ?? "", "C", "landscape");
  await playExample(page, example.script, "C", { most: 0 });
  await page.locator(".bar .icon").click();
  await page.locator("dialog[open] .btn", { hasText: "离开牌局" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.locator("dialog[open] .btn", { hasText: "离开牌局" }).click();
  const sheet = page.locator("dialog[open]");
  await sheet.getByText(/逃跑，要赔\d+分/).waitFor();
  expect(await sheet.locator(".rule").textContent()).toBe("HZ-87");
  await picture(page, "running-landscape");
});

test("a win that was passed up is barred, and the table says so by itself", async () => {
  const { page, example } = await sit("zhangzhou", REFUSED[1] ?? "", "C", "landscape");
  const seen = await playExample(page, example.script, "C", { most: 2 });
  expect([...seen.marks]).toContain("漏胡");
  const reason = page.locator(".prompt .no-win");
  await reason.waitFor();
  expect(await reason.locator(".rule").textContent()).toBe("ZZ-59");
  expect(await page.locator('.prompt .act[data-do="win"]').count()).toBe(0);
  expect(await crowded(page)).toEqual([]);
  await picture(page, "no-win-landscape");
});
