/** A room as this browser sees it: what the server sends, and what the player says. It holds no rules. */
import type {
  ActionChoice,
  Clock,
  FromServer,
  MatchResult,
  Profile,
  RoomView,
  IncomingWhy,
  Seat,
  TableView,
  Tile,
  OutgoingAsk,
  OutgoingError,
  OutgoingEvents,
  OutgoingWithdrawn,
  OutgoingProof,
} from "$frames";
import { socketAddress } from "../app/api.ts";
import { person } from "../app/person.svelte.ts";
import { check, commitment, ownNumber } from "../fair/shuffle.ts";
import { both, t, type Key } from "../i18n/index.svelte.ts";
import {
  Connection,
  Refused,
  type ConnectionState,
  type Saying,
  type SocketLike,
} from "../connection/connection.ts";
import { moves, settings } from "../settings/settings.svelte.ts";
import { cue } from "../table/sound.ts";
import { OFF } from "../table/auto.ts";
import { seatName, TableState } from "../table/state.svelte.ts";
import { avatars } from "../app/avatars.svelte.ts";
import { toasts } from "../app/toasts.svelte.ts";

const HOLD_MS = 1700;
const SPOKEN_MS = 4000;
const LATE_BUTTON_MS = 20_000;
/** What is said about a match, and about no other. */
const OF_MATCH = new Set(["ready", "rematch", "dissolve", "vote", "leave"]);

export class Game extends TableState {
  you: Profile | null = $state.raw(null);
  closedBy = $state(0);
  /** How many asks the player has answered, for lessons. */
  answered = $state(0);
  result: MatchResult | null = $state.raw(null);
  proofs: OutgoingProof[] = $state.raw([]);

  private readonly connection: Connection;
  private readonly numbers = {} as Record<number, { hash: string; value: string; seat: Seat }>;
  private lateButton: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly key: string) {
    super();
    this.connection = new Connection({
      open: (at) => new WebSocket(socketAddress(key, at)) as unknown as SocketLike,
      token: () => person.token,
      onframe: (frame, missed) => this.hear(frame, missed),
      onstate: (state, code) => this.turn(state, code),
    });
  }

  start(): void {
    this.connection.start();
    addEventListener("online", this.retry);
    document.addEventListener("visibilitychange", this.retry);
  }

  stop(): void {
    removeEventListener("online", this.retry);
    document.removeEventListener("visibilitychange", this.retry);
    clearTimeout(this.lateButton);
    toasts.clear("connection");
    this.connection.stop();
  }

  readonly retry = (): void => this.connection.retry();

  // What the player says.

  /** Answer the open ask with one of its choices. */
  async answer(choice: ActionChoice, tiles?: Tile[]): Promise<void> {
    const ask = this.ask;
    if (!ask || this.sent === ask.ask) return;
    this.sent = ask.ask;
    const refusal = await this.saying({
      type: "answer",
      match: ask.match,
      ask: ask.ask,
      choice: choice.index,
      ...(tiles ? { tiles } : {}),
    });
    if (!refusal) this.answered += 1;
    if (!refusal && this.ask?.ask === ask.ask) this.ask = null;
    // What others have decided stays quiet until it is withdrawn.
    else if (refusal !== "stale" && this.sent === ask.ask) this.sent = null;
  }

  /** Say something; a refusal is shown. Tells whether it was taken. */
  async say(saying: Saying): Promise<boolean> {
    return (await this.saying(saying)) === null;
  }

  /** Say something; gives the code of the refusal, null if it was taken. */
  private async saying(saying: Saying): Promise<OutgoingError["code"] | null> {
    try {
      await this.connection.request(this.inMatch(saying));
      return null;
    } catch (no) {
      if (!(no instanceof Refused)) throw no;
      this.refused(no.frame);
      return no.frame.code;
    }
  }

  /** Name the match that a saying is about, so that it counts for no other. */
  private inMatch(saying: Saying): Saying {
    const match = this.room?.match;
    return match && OF_MATCH.has(saying.type) ? { match, ...saying } : saying;
  }

  /** Ask why something is not offered; quietly where the answer has a place of its own. */
  async why(wish: Omit<IncomingWhy, "type" | "id">, quietly = false): Promise<void> {
    try {
      const answer = await this.connection.request({ type: "why", ...wish });
      if (answer.type !== "because") return;
      this.because = answer;
      if (quietly) return;
      this.refuse(both(answer), answer.rule);
    } catch (no) {
      if (no instanceof Refused) this.refused(no.frame);
    }
  }

  /** Somebody discards what one waits for: if it may not be won, one wants to know why. */
  private async askWhyNoWin(frame: OutgoingEvents): Promise<void> {
    const { me, waits = [] } = frame.view;
    const last = frame.events.findLast((event) => event.event === "discarded");
    if (last?.event !== "discarded") return;
    this.barred = null;
    if (last.seat === me || !waits.some((wait) => wait.tile === last.tile)) return;
    const wish = { type: "why", do: "win", tile: last.tile } as const;
    const answer = await this.connection.request(wish).catch(() => null);
    if (answer?.type === "because" && !answer.offered && answer.rule) this.barred = answer;
  }

  /** Ask what leaving would cost; the answer opens a question. */
  leave(): void {
    this.connection.post(this.inMatch({ type: "leave" }));
  }

  /** The result is read. A pause may still be under way, and must not hold up the next round. */
  nextRound(): void {
    if (this.room?.solo) this.goOn();
    void this.say({ type: "ready", ready: true });
  }

  /** Ask a bot what it would do. */
  advise(level: "expert" | "master" = "expert"): void {
    const { ask, room } = this;
    if (ask && room?.advice)
      this.connection.post({ type: "advise", match: ask.match, ask: ask.ask, level });
  }

  /** Whether the player sits before his tiles. */
  private get atTable(): boolean {
    return !!this.seat && this.room?.phase === "playing" && this.view?.stage !== "over";
  }

  /** Show a refusal; that something is over needs no words. */
  private refused(frame: OutgoingError): void {
    if (frame.code === "stale") return;
    const text = frame.code === "used_id" ? t("not_taken") : both(frame);
    cue("error");
    if (this.atTable) return this.refuse(text, frame.rule);
    this.announce(text);
    toasts.say(text, { rule: frame.rule });
  }

  // What the server sends.

  private turn(state: ConnectionState, code: number): void {
    const before = this.state;
    this.state = state;
    this.closedBy = code;
    clearTimeout(this.lateButton);
    if (state === "broken") this.broken(code);
    if (state === "open") {
      toasts.clear("connection");
      if (before !== "open" && this.view) this.announce(t("connection_back"));
    }
  }

  private broken(code: number): void {
    const text = t(code === 1012 ? "connection_restart" : "connection_lost");
    const show = (more = {}) => toasts.say(text, { key: "connection", busy: true, ...more });
    show();
    this.announce(t("connection_lost"));
    const action = { label: t("connection_retry"), run: this.retry };
    this.lateButton = setTimeout(() => show({ action }), LATE_BUTTON_MS);
  }

  private hear(frame: FromServer, missed: number): void {
    switch (frame.type) {
      case "welcome":
        this.you = frame.you;
        this.phrases = frame.phrases;
        this.entered(frame.room, frame.seat ?? null);
        break;
      case "room":
        this.entered(frame.room, frame.seat ?? null);
        break;
      case "events":
        this.happened(frame, missed);
        break;
      case "snapshot":
        this.see(frame.view, frame.clock ?? null);
        this.showsResult = frame.view.stage === "over";
        break;
      case "ask":
        this.asked(frame);
        break;
      case "withdrawn":
        this.withdrawn(frame.ask, frame.reason, this.overruled(frame));
        break;
      case "leaving":
        this.leaving = frame;
        break;
      case "over":
        this.result = frame.result;
        break;
      case "spoken":
        this.hearSpoken(frame.seat, both(frame));
        break;
      case "advice":
        this.advice = frame;
        break;
      case "error":
        if (!frame.id) this.refused(frame);
        break;
      default:
        this.shuffled(frame);
    }
  }

  private entered(room: RoomView, seat: Seat | null): void {
    if (this.room?.match !== room.match) this.forget();
    this.room = room;
    this.seat = seat;
    avatars.seat(room.seats.map((one) => seatName(one, one.seat)));
    if (room.result && room.phase === "lobby") this.result = room.result;
    if (room.phase === "playing" && this.view?.stage !== "over") this.showsResult = false;
  }

  private forget(): void {
    this.ask = null;
    this.auto = OFF;
    this.barred = null;
    this.log = [];
    this.showsResult = false;
  }

  private happened(frame: OutgoingEvents, missed: number): void {
    const before = this.view;
    const isNew = frame.view.round !== before?.round;
    this.see(frame.view, frame.clock ?? null);
    if (missed > 0) toasts.say(t("connection_missed", { n: missed }));
    this.relate(frame, missed > 0);
    if (!missed && frame.view.stage !== "over") void this.askWhyNoWin(frame);
    if (isNew && frame.view.stage !== "over") {
      this.showsResult = false;
      this.lastSeen = false;
      this.endAuto();
      if (before?.stage === "over") this.float(before.changes);
      if (this.room?.phase !== "lobby") this.result = null;
      this.announceRound(frame.view);
    }
    if (frame.view.stage === "over") this.finished = frame.view;
    if (frame.view.stage === "over" && !this.showsResult) this.endRound(frame.view.round);
  }

  private endRound(round: number): void {
    this.endAuto();
    const show = () => {
      if (this.view?.round === round && this.view.stage === "over") this.showsResult = true;
    };
    this.ask = null;
    if (moves()) setTimeout(show, HOLD_MS);
    else show();
  }

  private see(view: TableView, clock: Clock | null): void {
    this.view = view;
    if (this.ask && clock && clock.seat !== view.me) this.ask = null;
    if (clock) this.run(clock.seat, clock.left_ms, clock.bank_ms);
    else if (!this.ask) this.running = null;
  }

  /** Start the clock; whoever plays against computers alone has all the time he wants. */
  private run(seat: Seat | null, left: number, bank: number): void {
    if (this.room?.solo) {
      this.running = null;
      return;
    }
    const now = performance.now();
    this.running = { seat, ends: now + left, bank: now + left + bank, whole: Math.max(left, 1) };
  }

  private asked(frame: OutgoingAsk): void {
    const again = this.ask?.ask === frame.ask;
    this.ask = frame;
    this.advice = null;
    if (this.sent !== frame.ask) this.sent = null;
    if (this.answerAlone()) return;
    this.run(this.seat, frame.left_ms, frame.bank_ms);
    if (again) return;
    cue("turn");
    if (settings.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(20);
    this.announce(this.offerSentence(frame));
    if (settings.hints === "full") this.advise();
  }

  /** Why an ask is over; a bot goes by the name that it has here. */
  private overruled({ by, zh = "", en = "" }: OutgoingWithdrawn): string {
    const isBot = by && this.room?.seats.some((one) => one.seat === by.seat && one.bot);
    if (!by || !isBot) return both({ zh, en });
    return t("outranked", { who: this.name(by.seat), did: t(`word_${by.do}` as Key) });
  }

  private withdrawn(ask: number, reason: string, text: string): void {
    if (this.ask?.ask !== ask) return;
    this.ask = null;
    this.sent = null;
    if (reason === "answered" || !text) return;
    if (this.atTable) this.refuse(text);
    else toasts.say(text);
  }

  private hearSpoken(seat: Seat, text: string): void {
    this.spoken[seat] = text;
    this.note(t("told_spoken", { who: this.name(seat), text }));
    setTimeout(() => {
      if (this.spoken[seat] === text) delete this.spoken[seat];
    }, SPOKEN_MS);
  }

  // The shuffle.

  private shuffled(frame: FromServer): void {
    const seat = this.seat;
    if (frame.type === "shuffle" && seat) {
      const value = ownNumber();
      this.numbers[frame.round] = { hash: frame.hash, value, seat };
      const hash = commitment(frame.match, frame.round, seat, value);
      void this.say({ type: "commit", match: frame.match, round: frame.round, hash });
    } else if (frame.type === "committed") {
      const { match, round } = frame;
      const own = this.numbers[round];
      if (own) void this.say({ type: "reveal", match, round, value: own.value });
    } else if (frame.type === "proof") {
      this.proofs = [...this.proofs.filter((one) => one.round !== frame.round), frame];
      const checked = check(frame, this.numbers[frame.round]);
      if (!Object.values(checked).every(Boolean)) toasts.say(t("unfair"), {}, 10_000);
    }
  }
}
