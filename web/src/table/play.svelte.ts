/** What the player is about to do with his hand: the chosen tile, tiles picked for an open choice, declaring or not. */
import type { ActionChoice, TableView, Tile, OutgoingAsk, WaitView } from "$frames";
import { moves, settings } from "../settings/settings.svelte.ts";
import { flyFrom } from "./arrive.ts";
import { canPick, isWhole, offered } from "./choices.ts";
import type { TableState } from "./state.svelte.ts";
import { arrange, asDealt, move, sorted, type Arranged, type Held } from "./hand.ts";
import { bestOf, readyAfter } from "./ready.ts";

/** Taps just after buttons have appeared were meant for something else. */
const GUARD_MS = 250;
/** When all tiles are dealt. */
const DEALT_MS = 600;

export class Play {
  hand: Arranged = $state.raw({ held: [], drawn: null });
  chosen: number | null = $state(null);
  declaring = $state(false);
  /** The verb whose choices are shown alone, where there is no room for all buttons. */
  unfolded: string | null = $state(null);
  /** Tiles picked for an open choice, by id. */
  picked: number[] = $state.raw([]);
  private askAt = 0;
  private dropped: number | undefined;
  private round = 0;

  constructor(private readonly game: TableState) {}

  readonly offers = $derived.by(() => offered(this.open));
  /** The discards that leave the hand ready, with what it then waits for. */
  readonly ready = $derived.by(() =>
    readyAfter(this.declaring ? this.offers.declares : this.offers.discards.values()),
  );
  readonly best = $derived(bestOf(this.ready));
  readonly all: Held[] = $derived([
    ...this.hand.held,
    ...(this.hand.drawn ? [this.hand.drawn] : []),
  ]);

  /** The ask, unless its answer is under way. */
  get open(): OutgoingAsk | null {
    const { ask, sent, state } = this.game;
    return ask && sent !== ask.ask && state === "open" ? ask : null;
  }

  get isTurn(): boolean {
    return this.offers.discards.size > 0 || this.offers.declares.length > 0;
  }

  /** The tile that the player has lifted, to outline its equals. */
  get lifted(): Tile | null {
    return this.all.find((held) => held.id === this.chosen)?.tile ?? null;
  }

  /** What the hand would wait for without the lifted tile; null if none is lifted, or it is not to go. */
  get after(): WaitView[] | null {
    return this.isTurn && this.lifted ? (this.ready.get(this.lifted) ?? null) : null;
  }

  /** While declaring: the choice that the lifted tile stands for. */
  get declared(): ActionChoice | null {
    const { declares } = this.offers;
    return (this.declaring && declares.find((one) => one.tile === this.lifted)) || null;
  }

  /** Follow the view. */
  follow(view: TableView | null): void {
    const own = view?.seats.find((seat) => seat.seat === view.me);
    if (!view || !own?.tiles) return;
    const before = view.round === this.round ? this.hand : undefined;
    if (!before) this.chosen = null;
    this.round = view.round;
    const shown = { tiles: own.tiles, drawn: own.drawn ?? null, wild: view.wild };
    this.hand = arrange(before, shown, settings.sort === "own" && !!before, this.dropped);
    this.dropped = undefined;
    if (!before && moves() && !own.melds.length && !own.river.length) this.deal(view);
    if (!this.all.some((held) => held.id === this.chosen)) this.chosen = null;
  }

  /** Dealt tiles lie as they came for a moment; then they are sorted. */
  private deal({ round, wild }: TableView): void {
    this.hand = { ...this.hand, held: asDealt(this.hand.held) };
    setTimeout(() => {
      if (this.round === round) this.hand = { ...this.hand, held: sorted(this.hand.held, wild) };
    }, DEALT_MS);
  }

  /** A new ask has come: nothing is chosen yet. */
  asked(): void {
    this.askAt = performance.now();
    this.declaring = false;
    this.picked = [];
    this.unfolded = null;
  }

  /** Whether a tile may go where a tap would send it. */
  allows(held: Held): boolean {
    const { discards, declares, open } = this.offers;
    if (open) return this.picked.includes(held.id) || canPick(open, this.pickedTiles, held.tile);
    if (this.declaring) return declares.some((choice) => choice.tile === held.tile);
    return discards.has(held.tile);
  }

  /** Tap a tile: lift it, and with the second tap discard it. */
  tap(held: Held, rect: DOMRect | null): void {
    if (this.offers.open) this.toggle(held);
    else if (this.isTurn && !this.allows(held)) this.askWhy(held.tile);
    else if (this.sends(held)) this.discard(held, rect);
    else this.chosen = this.chosen === held.id && !this.isTurn ? null : held.id;
  }

  /** Whether a tap sends a tile away: the second one, and never while declaring. */
  private sends(held: Held): boolean {
    const isMeant = settings.oneTap || this.chosen === held.id;
    return this.isTurn && !this.declaring && this.ripe && isMeant;
  }

  /** Send a tile away; while declaring only lift it. */
  discard(held: Held, rect: DOMRect | null): void {
    if (!this.isTurn) return;
    if (!this.allows(held)) return this.askWhy(held.tile);
    const choice = this.offers.discards.get(held.tile);
    if (this.declaring) this.chosen = held.id;
    else if (choice) this.send(choice, held.id, rect);
  }

  private send(choice: ActionChoice, id: number | null, rect: DOMRect | null): void {
    flyFrom(rect);
    this.dropped = id ?? undefined;
    this.chosen = null;
    void this.game.answer(choice);
  }

  /** Press a button. */
  act(choice: ActionChoice, byKey = false): void {
    if (!byKey && !this.ripe) return;
    void this.game.answer(choice);
  }

  /** Begin to declare with the best discard already lifted, or give it up. Nothing is sent yet. */
  declare(): void {
    const { declares } = this.offers;
    if (!declares.length) return;
    this.declaring = !this.declaring;
    const best = this.best ?? declares[0]?.tile;
    const held = this.all.findLast((one) => one.tile === best);
    this.chosen = this.declaring ? (held?.id ?? null) : null;
  }

  /** Declare with the lifted tile. */
  confirm(byKey = false): void {
    if (this.declared && (byKey || this.ripe)) this.send(this.declared, this.chosen, null);
  }

  /** Answer an open choice with the picked tiles, or with none. */
  take(tiles: Tile[] = this.pickedTiles): void {
    const { open } = this.offers;
    if (open && isWhole(open, tiles)) void this.game.answer(open, tiles);
  }

  get pickedTiles(): Tile[] {
    return this.all.filter((held) => this.picked.includes(held.id)).map((held) => held.tile);
  }

  /** Move a tile to another place; from then on the order is the player's own. */
  reorder(id: number, to: number): void {
    settings.sort = "own";
    this.hand = { ...this.hand, held: move(this.hand.held, id, to) };
  }

  /** Sort again. */
  sort(view: TableView | null): void {
    settings.sort = "auto";
    this.follow(view);
  }

  /** Lift the tile beside the lifted one, for the keyboard. */
  step(by: number): void {
    const all = this.all;
    const at = all.findIndex((held) => held.id === this.chosen);
    const next =
      at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by));
    this.chosen = all[next]?.id ?? null;
  }

  private get ripe(): boolean {
    return !settings.guard || performance.now() - this.askAt > GUARD_MS;
  }

  private toggle(held: Held): void {
    if (this.picked.includes(held.id)) this.picked = this.picked.filter((id) => id !== held.id);
    else if (this.allows(held)) this.picked = [...this.picked, held.id];
  }

  private askWhy(tile: Tile): void {
    const declare = this.declaring ? this.offers.declares[0]?.declare : undefined;
    void this.game.why({ do: "discard", tile, ...(declare ? { declare } : {}) });
  }
}
