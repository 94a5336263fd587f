import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { toasts } from "../../src/app/toasts.svelte.ts";
import { Game } from "../../src/room/game.svelte.ts";
import { Play } from "../../src/table/play.svelte.ts";

type Frame = Record<string, unknown>;

class FakeSocket {
  static last: FakeSocket;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: Frame[] = [];

  constructor(readonly address: string) {
    FakeSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Frame);
  }
  close(): void {}
  hear(...frames: object[]): void {
    for (const frame of frames) this.onmessage?.({ data: JSON.stringify(frame) });
  }
  of(type: string): Frame[] {
    return this.sent.filter((frame) => frame.type === type);
  }
}

const room = (more: object = {}) => ({
  key: "k",
  code: "402917",
  variant: "hangzhou",
  players: 4,
  options: {},
  clock: {},
  seats: [],
  phase: "playing",
  match: "m1",
  ...more,
});
const view = (more: object = {}) => ({
  variant: "hangzhou",
  round: 1,
  stage: "play",
  me: "A",
  seats: [],
  wild: [],
  ...more,
});
const ask = (number: number, ...verbs: string[]) => ({
  type: "ask",
  ask: number,
  match: "m1",
  stage: "claims",
  left_ms: 4000,
  bank_ms: 0,
  choices: verbs.map((verb, index) => ({ index, do: verb, zh: verb, en: verb })),
});
const snapshot = (more: object = {}) => ({
  type: "snapshot",
  match: "m1",
  round: 1,
  version: 9,
  view: view(more),
});

let game: Game;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", new URL("http://a.example"));
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("document", { addEventListener: () => undefined });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  toasts.all = [];
  game = new Game("k");
  game.start();
  enter();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const socket = () => FakeSocket.last;
function enter(): void {
  const you = { id: "p", name: "老周" };
  socket().onopen?.();
  socket().hear({ type: "welcome", you, room: room(), phrases: [], now: 0, seat: "A" });
}

describe("what is said about a match names it", () => {
  test.each([
    { type: "ready", ready: true },
    { type: "rematch" },
    { type: "dissolve" },
    { type: "vote", agree: true, ballot: 2 },
    { type: "leave", sure: true },
  ] as const)("$type", (saying) => {
    void game.say(saying);

    expect(socket().of(saying.type)[0]).toMatchObject({ ...saying, match: "m1" });
  });

  test("an answer, and a question for advice, name the match of the ask", () => {
    socket().hear({ type: "room", room: room({ match: "m2", advice: true }), seat: "A" });
    socket().hear(ask(1001, "pong", "pass"));
    game.advise();
    void game.answer({ index: 1, do: "pass", zh: "", en: "" });

    expect(socket().of("advise")[0]).toMatchObject({ match: "m1", ask: 1001 });
    expect(socket().of("answer")[0]).toMatchObject({ match: "m1", ask: 1001, choice: 1 });
  });

  test("numbers for the shuffle too", () => {
    const shuffle = { match: "m1", round: 2, left_ms: 3000 };
    socket().hear({ type: "shuffle", hash: "00", ...shuffle });
    socket().hear({ type: "committed", hashes: {}, ...shuffle });

    expect(socket().of("commit")[0]).toMatchObject({ match: "m1", round: 2 });
    expect(socket().of("reveal")[0]).toMatchObject({ match: "m1", round: 2 });
  });

  test("but a seat is taken in a room", () => {
    void game.say({ type: "sit" });

    expect(socket().of("sit")[0]).not.toHaveProperty("match");
  });
});

/** What was refused, wherever it is shown. */
const refused = () => [...toasts.all, game.refusal].flatMap((one) => one?.text ?? []);

describe("a refusal", () => {
  const refuse = async (code: string) => {
    const said = game.say({ type: "dissolve" });
    const { id } = socket().of("dissolve")[0] as Frame;
    socket().hear({ type: "error", id, code, zh: `因为${code}`, en: code });
    await said;
    return refused();
  };

  test("of a proposal that comes too soon is shown", async () => {
    expect(await refuse("too_soon")).toEqual(["因为too_soon"]);
  });

  test("of an id that was used has words for a player", async () => {
    expect(await refuse("used_id")).toEqual(["这一下没算上，请再点一次"]);
  });

  test("of something that is over is quiet, also when it was said again", async () => {
    const said = game.say({ type: "dissolve" });
    const first = socket().of("dissolve")[0] as Frame;
    socket().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(1000);
    enter();
    expect(socket().of("dissolve")).toEqual([first]);
    socket().hear({ type: "error", id: first.id, code: "stale", zh: "慢了一步", en: "Too late" });

    expect(await said).toBe(false);
    expect(refused()).toEqual([]);
  });

  const tooFast = { type: "error", code: "too_fast", zh: "慢一点", en: "Slow down" };

  test("stands at the table in the place of the waits, for four seconds", () => {
    socket().hear(tooFast);
    expect(game.refusal?.text).toBe("慢一点");
    expect(toasts.all).toEqual([]);

    vi.advanceTimersByTime(4000);
    expect(game.refusal).toBeNull();
  });

  test("is said at the top where no table is", () => {
    socket().hear({ type: "room", room: room({ phase: "lobby" }), seat: "A" }, tooFast);

    expect(toasts.all.map((one) => one.text)).toEqual(["慢一点"]);
    expect(game.refusal).toBeNull();
  });
});

describe("不吃碰", () => {
  const answers = () => socket().of("answer");

  test("passes claims at once and asks about wins", () => {
    socket().hear(snapshot());
    game.setAuto({ claims: !game.auto.claims });
    socket().hear(ask(1001, "chow", "pong", "pass"));
    expect(answers()).toMatchObject([{ ask: 1001, choice: 2, match: "m1" }]);
    expect(game.running).toBeNull();

    socket().hear(ask(1002, "pong", "win", "pass"));
    expect(answers()).toHaveLength(1);
    expect(game.ask?.ask).toBe(1002);
  });

  test("passes what is open when it is tapped, and nothing after it is tapped again", () => {
    socket().hear(snapshot(), ask(1001, "pong", "pass"));
    game.setAuto({ claims: !game.auto.claims });
    expect(answers()).toHaveLength(1);

    game.setAuto({ claims: !game.auto.claims });
    socket().hear(ask(1002, "pong", "pass"));
    expect(answers()).toHaveLength(1);
  });

  test("an ask that is told again after a lost connection is passed once", () => {
    socket().hear(snapshot());
    game.setAuto({ claims: !game.auto.claims });
    socket().hear(ask(1001, "pong", "pass"));
    const first = answers()[0];
    socket().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(1000);
    enter();
    socket().hear(ask(1001, "pong", "pass"));

    expect(answers()).toEqual([first]);
  });

  test("a claim that others have decided meanwhile does not come back, and is told of", async () => {
    socket().hear(snapshot());
    game.setAuto({ claims: true });
    socket().hear(ask(1001, "chow", "pass"));
    const [{ id } = {}] = answers();
    socket().hear({ type: "error", id, code: "stale", zh: "慢了一步", en: "Too late" });
    await vi.advanceTimersByTimeAsync(0);
    expect(new Play(game).open).toBeNull();

    const by = { type: "withdrawn", ask: 1001, reason: "decided", zh: "老梅碰了", en: "Pong" };
    socket().hear(by);
    expect(game.refusal?.text).toBe("老梅碰了");
  });

  test("ends with the round", () => {
    socket().hear(snapshot());
    game.setAuto({ claims: !game.auto.claims });
    const over = { type: "events", match: "m1", round: 1, since: 9, version: 9 };
    socket().hear({ ...over, events: [], story: [], view: view({ stage: "over" }) });

    expect(game.auto.claims).toBe(false);
  });
});

test("a pause that the room has not yet confirmed does not outlast the result", () => {
  socket().hear({ type: "room", room: room({ solo: true, phase: "between" }), seat: "A" });

  game.pause();
  game.nextRound();

  const said = socket().sent.map(({ type }) => type);
  expect(said.slice(-3)).toEqual(["pause", "go_on", "ready"]);
});

test("among people nobody ends a pause by being ready", () => {
  socket().hear({ type: "room", room: room({ phase: "between" }), seat: "A" });

  game.nextRound();

  expect(socket().of("ready")).toHaveLength(1);
  expect(socket().of("go_on")).toEqual([]);
});
