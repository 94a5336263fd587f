/** A table as a page shows it, whoever tells of it: a room's line, or a practice table. */
import type {
  ActionChoice,
  GameEvent,
  Phrase,
  RoomView,
  IncomingWhy,
  Seat,
  ChairView,
  TableView,
  Tile,
  OutgoingAdvice,
  OutgoingAsk,
  OutgoingBecause,
  OutgoingLeaving,
} from "$frames";
import type { Variant } from "../app/api.ts";
import { both, lang, t, type Key } from "../i18n/index.svelte.ts";
import type { ConnectionState, Saying } from "../connection/connection.ts";
import { settings } from "../settings/settings.svelte.ts";
import { play, speak } from "./sound.ts";
import { towns } from "../app/towns.svelte.ts";
import { narrate, type Teller, type Told } from "./narrate.ts";
import { teller } from "./teller.ts";

export interface LogLine extends Told {
  id: number;
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

const LOG_LINES = 80;
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
  log: LogLine[] = $state.raw([]);
  banners: Banner[] = $state.raw([]);
  spoken: Partial<Record<Seat, string>> = $state({});
  leaving: OutgoingLeaving | null = $state.raw(null);
  advice: OutgoingAdvice | null = $state.raw(null);
  because: OutgoingBecause | null = $state.raw(null);
  /** Why the tile that was waited for, and that lies there, may not be won. */
  barred: OutgoingBecause | null = $state.raw(null);
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

  teller(): Teller {
    return teller({
      variant: this.variant,
      me: this.seat,
      view: this.view,
      name: (seat) => this.name(seat),
    });
  }

  /** Tell events: in the log, by noise, by voice and over the heads of the seats. */
  protected tellAll(events: readonly GameEvent[], quietly = false): void {
    const tells = this.teller();
    for (const event of events) this.tell(narrate(event, tells), quietly);
  }

  protected tell(told: Told | null, quietly = false): void {
    if (!told) return;
    if (told.text) this.log = [...this.log, { ...told, id: ++this.counter }].slice(-LOG_LINES);
    if (quietly) return;
    if (told.noise) play(told.noise, settings.volume);
    if (told.word && settings.speech) speak(told.word, lang(), settings.volume);
    if (told.call && told.seat) this.banner(told.seat, told.call);
  }

  private banner(seat: Seat, kind: string): void {
    const banner = { id: ++this.counter, seat, kind, word: t(`word_${kind}` as Key) };
    this.banners = [...this.banners, banner];
    setTimeout(() => (this.banners = this.banners.filter((one) => one !== banner)), BANNER_MS);
  }

  /** What is offered, in a sentence. */
  protected offerSentence(frame: OutgoingAsk): string {
    const offers = frame.choices.filter((one) => one.do !== "discard" && one.do !== "leave");
    const own = frame.choices.some((choice) => choice.do === "discard") ? t("say_turn") : "";
    if (!offers.length) return own;
    const tells = this.teller();
    const words = offers.map((choice) =>
      [both(choice), ...(choice.do === "chow" ? (choice.tiles ?? []).map(tells.tile) : [])].join(
        " ",
      ),
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
