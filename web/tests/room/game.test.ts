import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { toasts } from "../../src/app/toasts.svelte.ts";
import { Game } from "../../src/room/game.svelte.ts";

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

describe("a refusal", () => {
  const refuse = async (code: string) => {
    const said = game.say({ type: "dissolve" });
    const { id } = socket().of("dissolve")[0] as Frame;
    socket().hear({ type: "error", id, code, zh: `因为${code}`, en: code });
    await said;
    return toasts.all.map((one) => one.text);
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
    expect(toasts.all).toEqual([]);
  });

  test("of frames that come too fast is shown", () => {
    socket().hear({ type: "error", code: "too_fast", zh: "慢一点", en: "Slow down" });

    expect(toasts.all.map((one) => one.text)).toEqual(["慢一点"]);
  });
});

describe("不吃碰", () => {
  const answers = () => socket().of("answer");

  test("passes claims at once and asks about wins", () => {
    socket().hear(snapshot());
    game.toggleClaims();
    socket().hear(ask(1001, "chow", "pong", "pass"));
    expect(answers()).toMatchObject([{ ask: 1001, choice: 2, match: "m1" }]);
    expect(game.running).toBeNull();

    socket().hear(ask(1002, "pong", "win", "pass"));
    expect(answers()).toHaveLength(1);
    expect(game.ask?.ask).toBe(1002);
  });

  test("passes what is open when it is tapped, and nothing after it is tapped again", () => {
    socket().hear(snapshot(), ask(1001, "pong", "pass"));
    game.toggleClaims();
    expect(answers()).toHaveLength(1);

    game.toggleClaims();
    socket().hear(ask(1002, "pong", "pass"));
    expect(answers()).toHaveLength(1);
  });

  test("an ask that is told again after a lost connection is passed once", () => {
    socket().hear(snapshot());
    game.toggleClaims();
    socket().hear(ask(1001, "pong", "pass"));
    const first = answers()[0];
    socket().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(1000);
    enter();
    socket().hear(ask(1001, "pong", "pass"));

    expect(answers()).toEqual([first]);
  });

  test("ends with the round", () => {
    socket().hear(snapshot());
    game.toggleClaims();
    const over = { type: "events", match: "m1", round: 1, since: 9, version: 9 };
    socket().hear({ ...over, events: [], story: [], view: view({ stage: "over" }) });

    expect(game.noClaims).toBe(false);
  });
});
