/** A practice table: a scenario's set-up and the player's answers so far; the server works out the rest. */
import type { ActionChoice, SayWhy, Seat, Tile } from "$frames";
import { api, Refusal, type Given, type Practised } from "./api.ts";
import { both, t } from "./i18n/index.svelte.ts";
import type { Saying } from "./line/line.ts";
import { moves } from "./settings.svelte.ts";
import { opening } from "./table/narrate.ts";
import { TableState } from "./table/state.svelte.ts";
import { toasts } from "./toasts.svelte.ts";

const STEP_MS = 550;
const HOLD_MS = 1300;

export class Practice extends TableState {
  title = $state("");
  failed = $state("");
  private answers: Given[] = $state.raw([]);
  private asks = 0;

  constructor(
    readonly text: string,
    seat: Seat,
  ) {
    super();
    this.seat = seat;
    this.state = "open";
  }

  /** Set the table up, from the beginning. */
  async start(): Promise<void> {
    this.answers = [];
    this.log = [];
    this.showsResult = false;
    await this.go();
    if (this.view) this.announce(opening(this.view, this.teller()));
  }

  async answer(choice: ActionChoice, tiles?: Tile[]): Promise<void> {
    if (!this.ask || this.sent === this.ask.ask) return;
    this.sent = this.ask.ask;
    this.answers = [...this.answers, { choice: choice.index, ...(tiles ? { tiles } : {}) }];
    await this.go();
  }

  /** Take the last answer back. */
  async undo(): Promise<void> {
    if (!this.answers.length) return;
    this.answers = this.answers.slice(0, -1);
    this.showsResult = false;
    await this.go(true);
  }

  /** How many answers have been given. */
  get answered(): number {
    return this.answers.length;
  }

  async why(wish: Omit<SayWhy, "type" | "id">): Promise<void> {
    const told = await this.fetch({ type: "why", ...wish });
    if (!told) return;
    const words = { zh: told.zh ?? t("why_offered"), en: told.en ?? t("why_offered") };
    this.because = { type: "because", id: "", offered: !told.zh, rule: told.rule ?? "", ...words };
    toasts.say(both(words), { rule: told.rule });
  }

  async say(_saying: Saying): Promise<boolean> {
    return false;
  }
  leave(): void {
    history.back();
  }
  advise(): void {
    // A lesson gives its advice in words.
  }

  private async fetch(why?: SayWhy): Promise<Practised | null> {
    try {
      return await api.practice({
        text: this.text,
        seat: this.seat ?? "A",
        answers: this.answers,
        ...(why ? { why } : {}),
      });
    } catch (no) {
      this.failed = no instanceof Refusal ? both(no) : t("failed");
      return null;
    }
  }

  private async go(atOnce = false): Promise<void> {
    const told = await this.fetch();
    if (!told) return;
    const { table } = told;
    this.title = table.title;
    this.room ??= roomOf(table.variant, table.players, table.options, this.seat);
    for (const { events, view } of atOnce ? table.moments.slice(-1) : table.moments) {
      this.view = view;
      this.tellAll(events, atOnce);
      if (!atOnce && moves() && table.moments.length > 1) await pause(STEP_MS);
    }
    this.finish(told);
  }

  private finish({ table }: Practised): void {
    this.sent = null;
    this.ask = table.choices.length
      ? {
          type: "ask",
          ask: ++this.asks,
          match: "",
          stage: table.stage,
          choices: table.choices,
          left_ms: 0,
          bank_ms: 0,
        }
      : null;
    if (this.ask) this.announce(this.offerSentence(this.ask));
    if (this.view?.stage === "over")
      setTimeout(() => (this.showsResult = true), moves() ? HOLD_MS : 0);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function roomOf(
  variant: string,
  players: number,
  options: Record<string, boolean | number | string>,
  me: Seat | null,
) {
  const letters = ["A", "B", "C", "D"] as const;
  return {
    key: "",
    code: "",
    variant,
    version: "",
    players,
    options,
    clock: {},
    watching: "none" as const,
    owner: "",
    phase: "playing" as const,
    rounds: 1,
    seats: letters
      .slice(0, players)
      .map((seat) =>
        seat === me
          ? { seat, person: { id: "me", name: t("you_name") }, online: true }
          : { seat, bot: "plain" },
      ),
  };
}
