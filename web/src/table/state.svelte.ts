/** A table as a page shows it, in a room or for practice. */
import type {
  ActionChoice,
  GameEvent,
  Phrase,
  Sentence,
  RoomView,
  IncomingWhy,
  Seat,
  ChairView,
  TableView,
  Tile,
  OutgoingAdvice,
  OutgoingAsk,
  OutgoingEvents,
  OutgoingBecause,
  OutgoingLeaving,
} from "$frames";
import type { Variant } from "../app/answers.ts";
import { both, lang, t, type Key } from "../i18n/index.svelte.ts";
import type { ConnectionState, Saying } from "../connection/connection.ts";
import { settings } from "../settings/settings.svelte.ts";
import { autoAnswer, nextRound, OFF, stopsDraws, type Auto } from "./auto.ts";
import type { Running as Timed } from "./clock.ts";
import { knock, speak } from "./sound.ts";
import { towns } from "../app/towns.svelte.ts";
import { placeOf, type Place } from "./places.ts";
import { noiseOf, opening, tileNames, told } from "./story.ts";

export interface LogEntry {
  id: number;
  text: string;
  tiles: readonly Tile[];
}

export interface Banner {
  id: number;
  seat: Seat;
  word: string;
  kind: string;
}

export type Running = Timed<Seat | null>;

const LOG_ENTRIES = 80;
const BANNER_MS = 720;
const WIN_MS = 1400;
const POINTS_MS = 900;
const REFUSAL_MS = 4000;

export abstract class TableState {
  room: RoomView | null = $state.raw(null);
  seat: Seat | null = $state(null);
  phrases: Phrase[] = $state.raw([]);
  view: TableView | null = $state.raw(null);
  ask: OutgoingAsk | null = $state.raw(null);
  /** The answer that is under way; the prompt is quiet meanwhile. */
  sent: number | null = $state(null);
  running: Running | null = $state.raw(null);
  state: ConnectionState = $state("connecting");
  log: LogEntry[] = $state.raw([]);
  banners: Banner[] = $state.raw([]);
  spoken: Partial<Record<Seat, string>> = $state({});
  leaving: OutgoingLeaving | null = $state.raw(null);
  advice: OutgoingAdvice | null = $state.raw(null);
  because: OutgoingBecause | null = $state.raw(null);
  /** Why the tile that was waited for, and that lies there, may not be won. */
  barred: OutgoingBecause | null = $state.raw(null);
  auto: Auto = $state.raw(OFF);
  /** Why something was refused, for a few seconds in the place of the waits. */
  refusal: { text: string; rule: string | undefined } | null = $state.raw(null);
  status = $state("");
  showsResult = $state(false);
  /** What the last round has brought, for a moment. */
  points: readonly number[] = $state.raw([]);
  /** The player has seen the result of the last round and goes on to that of the match. */
  lastSeen = $state(false);
  /** The last finished round, to look it up later. */
  finished: TableView | null = $state.raw(null);
  variant: Variant | undefined = $derived(this.room ? towns.get(this.room.variant) : undefined);
  protected counter = 0;

  /** Answer the open ask with one of its choices. */
  abstract answer(choice: ActionChoice, tiles?: Tile[]): Promise<void>;
  /** Say something; a refusal is shown. Tells whether it was taken. */
  abstract say(saying: Saying): Promise<boolean>;
  /** Ask why something is not offered; quietly where the answer has a place of its own. */
  abstract why(wish: Omit<IncomingWhy, "type" | "id">, quietly?: boolean): Promise<void>;
  /** Ask what leaving would cost; the answer opens a question. */
  abstract leave(): void;
  /** Let the table wait, or go on; only where nobody else plays. */
  pause(): void {
    void this.say({ type: "pause" });
  }
  goOn(): void {
    void this.say({ type: "go_on" });
  }
  /** Ask a bot what it would do. */
  abstract advise(level?: "expert" | "master"): void;

  /** Let something run by itself, or no more. */
  setAuto(changed: Partial<Auto>): void {
    this.auto = { ...this.auto, ...changed };
    if (changed.claims !== undefined)
      this.announce(t(changed.claims ? "no_claims_on" : "no_claims_off"));
    this.answerAlone();
  }

  /** Answer what the player has left to run by itself; tells whether it was answered. */
  protected answerAlone(): boolean {
    if (stopsDraws(this.auto, this.ask)) {
      this.auto = { ...this.auto, draws: false };
      this.announce(t("auto_draws_stopped"));
    }
    const drawn = this.view?.seats.find((seat) => seat.seat === this.seat)?.drawn ?? null;
    const choice = autoAnswer(this.auto, this.ask, drawn);
    if (choice) void this.answer(choice);
    return choice !== null;
  }

  /** A tap skips the moment between the last tile and the result. */
  skip(): void {
    if (this.view?.stage === "over" && this.room?.phase === "between") this.showsResult = true;
  }

  /** Show what a round has brought at the seats, once. */
  protected float(changes: readonly number[]): void {
    this.points = changes;
    setTimeout(() => {
      if (this.points === changes) this.points = [];
    }, POINTS_MS);
  }

  /** A round is over: only what holds for the match stays. */
  protected endAuto(): void {
    this.auto = nextRound(this.auto);
  }

  /** Show why something is refused, where the player looks. */
  protected refuse(text: string, rule?: string): void {
    const refusal = { text, rule };
    this.refusal = refusal;
    this.announce(text);
    setTimeout(() => {
      if (this.refusal === refusal) this.refusal = null;
    }, REFUSAL_MS);
  }

  /** Say something to those who listen instead of looking. */
  announce(text: string): void {
    this.status = text;
  }

  /** Who sits there, by name. */
  name(seat: Seat): string {
    return seatName(
      this.room?.seats.find((one) => one.seat === seat),
      seat,
    );
  }

  /** Who sits there, as the player reads it: you, or a name. */
  readonly who = (seat: Seat): string => (seat === this.seat ? t("you") : this.name(seat));

  /** Tell what happened: in the log, by noise, by voice and over the heads of the seats. */
  protected relate({ events, story }: OutgoingEvents, quietly = false): void {
    for (const [at, event] of events.entries()) {
      const sentence = story[at];
      this.note(told(sentence, this.who), sentence?.tiles);
      if (quietly) continue;
      this.sound(event, sentence);
      if (!sentence?.call || !sentence.seat) continue;
      const word = both(sentence.word ?? undefined);
      speak(word, lang(), this.side(sentence.seat));
      this.banner(sentence.seat, sentence.call, word);
    }
  }

  /** What an event sounds like, from the side where it happens. */
  private sound(event: GameEvent, sentence: Sentence | null | undefined): void {
    const noise = noiseOf(event, sentence);
    const side = sentence?.seat ? this.side(sentence.seat) : "me";
    if (noise) knock(noise, side);
    if (settings.names && event.event === "discarded") speak(tileNames([event.tile]), lang(), side);
  }

  private side(seat: Seat): Place {
    return placeOf(seat, this.view?.me, this.view?.players ?? 4);
  }

  /** Write into the log. */
  protected note(text: string, tiles: readonly Tile[] = []): void {
    if (text) this.log = [...this.log, { id: ++this.counter, text, tiles }].slice(-LOG_ENTRIES);
  }

  /** Tell a listener how a round begins. */
  protected announceRound(view: TableView): void {
    this.announce(opening(view, this.who));
  }

  private banner(seat: Seat, kind: string, word: string): void {
    const banner = { id: ++this.counter, seat, kind, word };
    this.banners = [...this.banners, banner];
    const ms = kind === "win" ? WIN_MS : BANNER_MS;
    setTimeout(() => (this.banners = this.banners.filter((one) => one !== banner)), ms);
  }

  /** What is offered, in a sentence. */
  protected offerSentence(frame: OutgoingAsk): string {
    const offers = frame.choices.filter((one) => one.do !== "discard" && one.do !== "leave");
    const own = frame.choices.some((choice) => choice.do === "discard") ? t("say_turn") : "";
    if (!offers.length) return own;
    const words = offers.map((choice) =>
      [both(choice), choice.do === "chow" ? tileNames(choice.tiles ?? []) : ""].join(" ").trim(),
    );
    const said = t("say_offers", { offers: words.join(t("list_comma")) });
    const seconds = Math.round(frame.left_ms / 1000);
    const time = this.room?.solo ? "" : t("say_seconds", { seconds });
    return [own, said, time].filter(Boolean).join(" ");
  }
}

const BOTS: Key[] = ["bot_a", "bot_b", "bot_c", "bot_d"];

/** The name of whoever sits on a seat; bots have names of their own. */
export function seatName(shown: ChairView | undefined, seat: Seat): string {
  return shown?.person?.name ?? botName(seat);
}

/** The name of a bot on this seat. */
export function botName(seat: Seat): string {
  return t(BOTS["ABCD".indexOf(seat)] ?? "bot_a");
}
