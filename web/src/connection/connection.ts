/**
 * The connection to a room: one socket that comes back by itself and loses no word.
 *
 * What is sent with `request` gets an id and is said again after a lost connection until the server has answered; the
 * server gives a second hearing no second effect. What is heard is passed on in order; a gap asks for a snapshot. The
 * table is told as it changed, and passed on whole.
 */
import type {
  FromClient,
  FromServer,
  OutgoingBecause,
  OutgoingBye,
  OutgoingChanges,
  OutgoingDone,
  OutgoingError,
  OutgoingEvents,
  OutgoingSnapshot,
  TableView,
} from "$frames";
import { backOff } from "./backoff.ts";
import { fold } from "./fold.ts";

/** What a browser's WebSocket offers and a test can imitate. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

export type ConnectionState = "connecting" | "open" | "broken" | "closed";
export type Answer = OutgoingDone | OutgoingBecause;
type Omitted<T> = T extends unknown ? Omit<T, "id"> : never;
export type Saying = Omitted<FromClient>;

/** The server refused something that was said. */
export class Refused extends Error {
  constructor(readonly frame: OutgoingError) {
    super(frame.code);
  }
}

export interface Handlers {
  /** Open a socket to the own server, or to another one at this address. */
  open: (at: string) => SocketLike;
  /** Who this is, for a server that knows no cookie of this browser. */
  token?: () => string;
  onframe: (frame: FromServer, missed: number) => void;
  onstate: (state: ConnectionState, code: number) => void;
  random?: () => number;
}

interface Pending {
  frame: FromClient;
  resolve: (answer: Answer) => void;
  reject: (no: Refused) => void;
}

/** Another server may not know whom the own one knows. */
const NOT_KNOWN = 4401;
/** Closing codes after which coming back would change nothing. */
const FINAL = new Set([NOT_KNOWN, 4403, 4404]);
/** Closing codes after which one may come back at once. */
const SOON = new Set([1012, 4409]);
const PING_MS = 10_000;
const SILENCE_MS = 25_000;
/** How long to be quiet after having talked too fast. */
const SLOW_MS = 2000;
const SPEAKS = 1;

export class Connection {
  state: ConnectionState = "connecting";
  match: string | undefined;
  version: number | undefined;
  private view: TableView | null = null;
  private socket: SocketLike | null = null;
  private readonly pending = new Map<string, Pending>();
  private readonly prefix: string;
  private said = 0;
  private pings = 0;
  private tries = 0;
  private retryMs: number | null = null;
  private heard = 0;
  private welcomed = false;
  private resumes = false;
  /** Where the room lives, if not with the own server. */
  private at = "";
  /** Where the server has sent us with its goodbye. */
  private moved: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private slow: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly deps: Handlers) {
    const random = deps.random ?? Math.random;
    this.prefix = Math.floor(random() * 36 ** 6).toString(36);
  }

  /** Connect. */
  start(): void {
    this.connect();
    this.pulse = setInterval(() => this.beat(), PING_MS / 2);
  }

  /** Close for good. */
  stop(): void {
    clearInterval(this.pulse);
    clearTimeout(this.timer);
    clearTimeout(this.slow);
    this.drop();
    this.turn("closed", 1000);
  }

  /** Try now, without waiting any longer. */
  retry(): void {
    if (this.state !== "broken") return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** Say something; the promise is kept when the server has answered, however often the connection breaks. */
  request(frame: Saying): Promise<Answer> {
    const id = `${this.prefix}-${++this.said}`;
    const whole = { ...frame, id } as FromClient;
    const answered = new Promise<Answer>((resolve, reject) => {
      this.pending.set(id, { frame: whole, resolve, reject });
    });
    if (this.welcomed) this.send(whole);
    return answered;
  }

  /** Ask something whose answer comes as a frame without id; a lost question is lost. */
  post(frame: Saying): void {
    if (this.welcomed) this.send(frame as FromClient);
  }

  private connect(): void {
    this.turn("connecting", 0);
    const socket = this.open();
    this.socket = socket;
    this.welcomed = false;
    this.heard = Date.now();
    const mine = (act: () => void) => () => this.socket === socket && act();
    socket.onopen = mine(() => this.hello());
    socket.onmessage = (event) => mine(() => this.hear(event.data))();
    socket.onclose = (event) => mine(() => this.broke(event.code))();
  }

  /** A socket to where the room lives; an address that is none leads back to the own server. */
  private open(): SocketLike {
    try {
      return this.deps.open(this.at);
    } catch (no) {
      if (!this.at) throw no;
      this.at = "";
      return this.deps.open("");
    }
  }

  private hello(): void {
    const known = this.match === undefined ? {} : { match: this.match, version: this.version };
    const token = this.at ? this.deps.token?.() : "";
    const me = token ? { token } : {};
    const able = { speaks: SPEAKS, shuffles: true, changes: true };
    this.send({ type: "hello", ...able, ...known, ...me } as FromClient);
  }

  private send(frame: FromClient): void {
    this.socket?.send(JSON.stringify(frame));
  }

  private hear(data: unknown): void {
    this.heard = Date.now();
    const frame = read(data);
    if (!frame) return;
    switch (frame.type) {
      case "welcome":
        this.welcome(frame);
        return;
      case "events":
        this.follow(frame);
        return;
      case "changes":
        this.change(frame);
        return;
      case "snapshot":
        this.jump(frame);
        return;
      case "bye":
        this.heardBye(frame);
        break;
      case "error":
        if (frame.code === "too_fast" && !frame.id) this.sayLater();
        break;
      case "pong":
        return;
    }
    this.settle(frame);
    this.deps.onframe(frame, 0);
  }

  private welcome(frame: FromServer): void {
    this.tries = 0;
    this.welcomed = true;
    this.resumes = this.version !== undefined;
    this.turn("open", 0);
    this.deps.onframe(frame, 0);
    this.sayAgain();
  }

  private sayAgain(): void {
    for (const { frame: said } of this.pending.values()) this.send(said);
  }

  /** A frame that came too fast was not read, whichever it was: all that is open is said again in a while. */
  private sayLater(): void {
    clearTimeout(this.slow);
    this.slow = setTimeout(() => this.welcomed && this.sayAgain(), SLOW_MS);
  }

  /** The server says goodbye: it names when to come back, and where the room has moved. */
  private heardBye(frame: OutgoingBye): void {
    this.retryMs = frame.retry_ms ?? null;
    if (frame.code === "moved") this.moved = frame.at ?? "";
  }

  /** Events that follow what is known are passed on; a repetition is not, a gap asks for a snapshot. */
  private follow(frame: OutgoingEvents): void {
    if (frame.match === this.match && this.version !== undefined) {
      if (frame.version <= this.version && frame.version !== frame.since) return;
      if (frame.since > this.version) {
        this.send({ type: "resync" });
        return;
      }
    } else if (frame.since > 0) {
      this.send({ type: "resync" });
      return;
    }
    const missed = this.resumes ? frame.events.length : 0;
    this.resumes = false;
    this.keep(frame);
    this.deps.onframe(frame, missed);
  }

  /** What has changed since the table that is known makes the next one. */
  private change({ table, ...frame }: OutgoingChanges): void {
    if (!this.view || frame.match !== this.match || frame.since !== this.version) {
      this.send({ type: "resync" });
      return;
    }
    this.follow({ ...frame, type: "events", view: fold(this.view, table) });
  }

  private keep(frame: OutgoingEvents | OutgoingSnapshot): void {
    this.match = frame.match;
    this.version = frame.version;
    this.view = frame.view;
  }

  private jump(frame: OutgoingSnapshot): void {
    this.resumes = false;
    this.keep(frame);
    this.deps.onframe(frame, 0);
  }

  private settle(frame: FromServer): void {
    const id = "id" in frame ? frame.id : undefined;
    const waiting = id === undefined ? undefined : this.pending.get(id);
    if (id === undefined || !waiting) return;
    this.pending.delete(id);
    if (frame.type === "error") waiting.reject(new Refused(frame));
    else waiting.resolve(frame as Answer);
  }

  private beat(): void {
    if (this.state !== "open" && this.state !== "connecting") return;
    if (Date.now() - this.heard >= SILENCE_MS) this.broke(4000);
    else if (this.welcomed) this.send({ type: "ping", n: ++this.pings });
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.welcomed = false;
    socket?.close();
  }

  private broke(code: number): void {
    const isAnswered = this.welcomed || !this.at;
    this.drop();
    if (FINAL.has(code) && (isAnswered || code !== NOT_KNOWN)) {
      clearInterval(this.pulse);
      this.turn("closed", code);
      return;
    }
    this.at = this.moved ?? (isAnswered ? this.at : "");
    this.moved = null;
    const wait = this.retryMs ?? (SOON.has(code) ? 200 : backOff(this.tries++, this.deps.random));
    this.retryMs = null;
    this.turn("broken", code);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private turn(state: ConnectionState, code: number): void {
    if (state === this.state && state !== "connecting") return;
    this.state = state;
    this.deps.onstate(state, code);
  }
}

function read(data: unknown): FromServer | null {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === "object" && frame !== null && "type" in frame
      ? (frame as FromServer)
      : null;
  } catch {
    return null;
  }
}
