/** A table as a page shows it, in a room or for practice. */
import type {
  ActionChoice,
  Phrase,
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
import { passOfClaims } from "./choices.ts";
import { play, speak } from "./sound.ts";
import { towns } from "../app/towns.svelte.ts";
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

/** A running clock, as points in time of this browser. */
export interface Running {
  seat: Seat | null;
  ends: number;
  bank: number;
  whole: number;
}

const LOG_ENTRIES = 80;
const BANNER_MS = 1100;

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
  /** 不吃碰: until the round is over, chows, pongs and kongs of discards are passed without a question. */
  noClaims = $state(false);
  status = $state("");
  showsResult = $state(false);
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
  /** Ask a bot what it would do. */
  abstract advise(level?: "expert" | "master"): void;

  /** Take no more tiles of others in this round but to win, or take them again. */
  toggleClaims(): void {
    this.noClaims = !this.noClaims;
    this.announce(t(this.noClaims ? "no_claims_on" : "no_claims_off"));
    this.passOn();
  }

  /** Pass what is offered if the player wants no such offers; tells whether it was passed. */
  protected passOn(): boolean {
    const pass = this.noClaims ? passOfClaims(this.ask) : null;
    if (pass) void this.answer(pass);
    return pass !== null;
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
      const noise = noiseOf(event, sentence);
      if (noise) play(noise, settings.volume);
      if (!sentence?.call || !sentence.seat) continue;
      const word = both(sentence.word ?? undefined);
      if (settings.speech) speak(word, lang(), settings.volume);
      this.banner(sentence.seat, sentence.call, word);
    }
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
    setTimeout(() => (this.banners = this.banners.filter((one) => one !== banner)), BANNER_MS);
  }

  /** What is offered, in a sentence. */
  protected offerSentence(frame: OutgoingAsk): string {
    const offers = frame.choices.filter((one) => one.do !== "discard" && one.do !== "leave");
    const own = frame.choices.some((choice) => choice.do === "discard") ? t("say_turn") : "";
    if (!offers.length) return own;
    const words = offers.map((choice) =>
      [both(choice), choice.do === "chow" ? tileNames(choice.tiles ?? []) : ""].join(" ").trim(),
    );
    const seconds = Math.round(frame.left_ms / 1000);
    const said = t("say_offers", { offers: words.join(t("list_comma")), seconds });
    return [own, said].filter(Boolean).join(" ");
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
