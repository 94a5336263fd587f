import type { FromServer } from "$frames";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { backOff } from "../../src/connection/backoff.ts";
import {
  Connection,
  Refused,
  type ConnectionState,
  type SocketLike,
} from "../../src/connection/connection.ts";

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  hear(...frames: object[]): void {
    for (const frame of frames) this.onmessage?.({ data: JSON.stringify(frame) });
  }
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((frame) => frame.type === type);
  }
}

const WELCOME = {
  type: "welcome",
  speaks: 1,
  you: { id: "p", name: "老周" },
  room: {},
  phrases: [],
  now: 0,
};
const events = (since: number, version: number, match = "m1") => ({
  type: "events",
  match,
  round: 1,
  since,
  version,
  events: Array.from({ length: version - since }, () => ({ event: "began", left: 9 })),
  view: {},
});

const SEATS = [
  { seat: "A", count: 14, river: [], has_drawn: true },
  { seat: "B", count: 13, river: [] },
];
const TABLE = { round: 1, left: 60, turn: "A", waits: [{ tile: "1m", unseen: 2 }], seats: SEATS };
const changes = (since: number, version: number, table: object, match = "m1") => ({
  ...events(since, version, match),
  type: "changes",
  view: undefined,
  table,
});

function setUp() {
  const sockets: FakeSocket[] = [];
  const places: string[] = [];
  const frames: FromServer[] = [];
  const missed: number[] = [];
  const states: ConnectionState[] = [];
  const connection = new Connection({
    open: (at) => {
      if (at === "nowhere") throw new SyntaxError("no address");
      const socket = new FakeSocket();
      sockets.push(socket);
      places.push(at);
      return socket;
    },
    token: () => "secret",
    onframe: (frame, lost) => {
      frames.push(frame);
      missed.push(lost);
    },
    onstate: (state) => states.push(state),
    random: () => 0.5,
  });
  connection.start();
  const last = () => sockets[sockets.length - 1] as FakeSocket;
  const enter = () => {
    last().onopen?.();
    last().hear(WELCOME);
  };
  return { connection, sockets, places, frames, missed, states, last, enter };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a connection", () => {
  test("says hello first, without a version when it knows none", () => {
    const { last } = setUp();
    last().onopen?.();
    expect(last().sent).toEqual([{ type: "hello", speaks: 1, shuffles: true, changes: true }]);
  });

  test("waits 0.5, 1, 2 … 15 s between tries", () => {
    expect([0, 1, 2, 3, 9].map((tries) => backOff(tries, () => 0.5))).toEqual([
      500, 1000, 2000, 4000, 15000,
    ]);
    const { sockets, last, states } = setUp();
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(499);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(999);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(3);
    expect(states).toEqual(["connecting", "broken", "connecting", "broken", "connecting"]);
  });

  test("comes back with its version and tells how much was missed", () => {
    const { last, enter, missed, frames } = setUp();
    enter();
    last().hear(events(0, 5));
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(500);
    last().onopen?.();
    expect(last().of("hello")[0]).toMatchObject({ match: "m1", version: 5 });
    last().hear(WELCOME, events(5, 9));
    expect(missed).toEqual([0, 0, 0, 4]);
    expect(frames.map((frame) => frame.type)).toEqual(["welcome", "events", "welcome", "events"]);
  });

  test("asks for a snapshot when there is a gap, and drops what it has seen", () => {
    const { last, enter, frames } = setUp();
    enter();
    last().hear(events(0, 5), events(3, 5), events(7, 8));
    expect(frames).toHaveLength(2);
    expect(last().of("resync")).toHaveLength(1);
    last().hear({ type: "snapshot", match: "m1", round: 1, version: 8, view: {} }, events(8, 9));
    expect(frames.map((frame) => frame.type)).toEqual(["welcome", "events", "snapshot", "events"]);
  });

  test("a change is folded into the table that is known", () => {
    const { last, enter, frames } = setUp();
    enter();
    last().hear({ ...events(0, 3), view: TABLE });

    const discard = { count: 13, river: [{ tile: "5m" }], has_drawn: false };
    last().hear(changes(3, 4, { turn: null, waits: [], seats: { A: discard } }));
    last().hear(changes(4, 5, { left: 59, turn: "B", seats: { B: { count: 14 } } }));

    expect(last().of("hello")[0]).toMatchObject({ changes: true });
    expect(frames.map((frame) => frame.type)).toEqual(["welcome", "events", "events", "events"]);
    const [, first, , third] = frames as { view?: object; table?: object }[];
    const seats = [
      { seat: "A", ...discard },
      { ...SEATS[1], count: 14 },
    ];
    expect(third?.view).toEqual({ round: 1, left: 59, turn: "B", waits: [], seats });
    expect(first?.view).toEqual(TABLE);
    expect(third?.table).toBeUndefined();
  });

  test("a change of a table that is not known asks for all of it", () => {
    const { last, enter, frames } = setUp();
    enter();
    last().hear(changes(3, 4, { left: 59 }));
    last().hear({ ...events(0, 4), view: TABLE }, changes(5, 6, { left: 58 }));
    last().hear(changes(4, 5, { left: 59 }, "m2"));

    expect(frames.map((frame) => frame.type)).toEqual(["welcome", "events"]);
    expect(last().of("resync")).toHaveLength(3);
  });

  test("passes on a view without events", () => {
    const { last, enter, frames } = setUp();
    enter();
    last().hear(events(0, 5), events(5, 5));
    expect(frames).toHaveLength(3);
  });

  test("says an answer again with the same id until it is taken", async () => {
    const { connection, last, enter, sockets } = setUp();
    enter();
    const answered = connection.request({ type: "answer", ask: 57, choice: 2 });
    const first = last().of("answer")[0];
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(500);
    enter();
    expect(last().of("answer")).toEqual([first]);
    last().hear({ type: "done", id: first?.id, again: true });
    await expect(answered).resolves.toMatchObject({ again: true });
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(500);
    enter();
    expect(sockets).toHaveLength(3);
    expect(last().of("answer")).toEqual([]);
  });

  test("gives every word its own id and each answer to its word", async () => {
    const { connection, last, enter } = setUp();
    enter();
    const [why, sit] = [
      connection.request({ type: "why", do: "pong" }),
      connection.request({ type: "sit" }),
    ];
    const ids = last()
      .sent.slice(1)
      .map((frame) => frame.id);
    expect(new Set(ids).size).toBe(2);
    last().hear({ type: "error", id: ids[1], code: "taken", zh: "有人了", en: "taken" });
    last().hear({ type: "because", id: ids[0], offered: false, zh: "不能碰", en: "no" });
    await expect(sit).rejects.toBeInstanceOf(Refused);
    await expect(why).resolves.toMatchObject({ zh: "不能碰" });
  });

  test("keeps what is said before the welcome", () => {
    const { connection, last, enter } = setUp();
    void connection.request({ type: "sit" });
    expect(last().sent).toEqual([]);
    enter();
    expect(last().of("sit")).toHaveLength(1);
  });

  test("pings, and connects anew when it hears nothing for 25 s", () => {
    const { last, enter, sockets } = setUp();
    enter();
    vi.advanceTimersByTime(20_000);
    expect(last().of("ping").length).toBeGreaterThan(1);
    vi.advanceTimersByTime(6_000);
    expect(sockets[0]?.closed).toBe(true);
    expect(sockets).toHaveLength(2);
  });

  test("ends when the server does not want it", () => {
    const { states, last, sockets } = setUp();
    last().onclose?.({ code: 4404 });
    vi.advanceTimersByTime(60_000);
    expect(states.at(-1)).toBe("closed");
    expect(sockets).toHaveLength(1);
  });

  test("comes back soon after a restart, when the server says", () => {
    const { last, enter, sockets } = setUp();
    enter();
    last().hear({ type: "bye", code: "restart", zh: "换班", en: "restart", retry_ms: 3000 });
    last().onclose?.({ code: 1012 });
    vi.advanceTimersByTime(2999);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
  });

  test("hears nothing from a socket that it has given up", () => {
    const { sockets, last, enter, frames } = setUp();
    enter();
    last().onclose?.({ code: 1006 });
    sockets[0]?.hear(events(0, 1));
    expect(frames).toHaveLength(1);
  });

  test("is not hurt by nonsense", () => {
    const { last, enter, frames } = setUp();
    enter();
    last().onmessage?.({ data: "{" });
    last().onmessage?.({ data: "null" });
    expect(frames).toHaveLength(1);
  });
});

describe("a room that has moved", () => {
  const moved = (at?: string) => ({
    type: "bye",
    code: "moved",
    zh: "换个地方接着打",
    en: "Connect again",
    retry_ms: 200,
    ...(at === undefined ? {} : { at }),
  });

  /** Connected to the own server, which then sends us to another one. */
  function away(at?: string) {
    const world = setUp();
    world.enter();
    world.last().hear(events(0, 5), moved(at));
    world.last().onclose?.({ code: 4409 });
    vi.advanceTimersByTime(200);
    return world;
  }

  test("is followed with the token, and what was said is said there", () => {
    const { connection, last, enter, places } = setUp();
    enter();
    last().hear(events(0, 5));
    void connection.request({ type: "vote", match: "m1", agree: true, ballot: 3 });
    const said = last().of("vote")[0];
    last().hear(moved("https://b.example"));
    last().onclose?.({ code: 4409 });
    vi.advanceTimersByTime(200);
    enter();

    expect(places).toEqual(["", "https://b.example"]);
    expect(last().of("hello")[0]).toMatchObject({ token: "secret", match: "m1", version: 5 });
    expect(last().of("vote")).toEqual([said]);
    expect(said).toMatchObject({ match: "m1", ballot: 3 });
  });

  test("is looked for at home when the other server does not answer", () => {
    const { last, places } = away("b:8000");
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(500);
    last().onopen?.();

    expect(places).toEqual(["", "b:8000", ""]);
    expect(last().of("hello")[0]).not.toHaveProperty("token");
  });

  test("is looked for at home when the other server does not know who this is", () => {
    const { last, places, states } = away("b:8000");
    last().onclose?.({ code: 4401 });
    vi.advanceTimersByTime(500);

    expect(places).toEqual(["", "b:8000", ""]);
    expect(states.at(-1)).toBe("connecting");
  });

  test("is sought first where it last was, once it has answered there", () => {
    const { last, enter, places } = away("b:8000");
    enter();
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(500);
    last().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(1000);

    expect(places).toEqual(["", "b:8000", "b:8000", ""]);
  });

  test("is sought at home if no address, or none that can be opened, is named", () => {
    expect(away().places).toEqual(["", ""]);
    expect(away("nowhere").places).toEqual(["", ""]);
  });

  test("is closed for good where it forbids to watch", () => {
    const { last, states } = away("b:8000");
    last().onclose?.({ code: 4403 });

    expect(states.at(-1)).toBe("closed");
  });
});

test("what came too fast is said again after a while", () => {
  const { connection, last, enter } = setUp();
  enter();
  void connection.request({ type: "answer", ask: 57, choice: 2 });
  last().hear({ type: "error", code: "too_fast", zh: "慢一点", en: "Slow down" });
  expect(last().of("answer")).toHaveLength(1);

  vi.advanceTimersByTime(2000);

  const [first, second] = last().of("answer");
  expect(second).toEqual(first);
});
