/** A tile that is dragged: flicked up it goes, moved aside it takes another place. */
import type { Held } from "./hand.ts";
import type { Play } from "./play.svelte.ts";

const FLICK = 34;
const SLACK = 8;

interface Dragged {
  id: number;
  x: number;
  y: number;
  dx: number;
  dy: number;
  moved: boolean;
}

export class Drag {
  private dragged: Dragged | null = $state(null);
  private swallow = false;

  constructor(private readonly play: () => Play | undefined) {}

  isMoved(id: number): boolean {
    return !!this.dragged?.moved && this.dragged.id === id;
  }

  /** By how far a tile is away from its place. */
  shift(id: number): string | null {
    return this.dragged && this.isMoved(id) ? `${this.dragged.dx}px ${this.dragged.dy}px` : null;
  }

  down(event: PointerEvent, { id }: Held): void {
    if (!this.play() || event.button) return;
    this.dragged = { id, x: event.clientX, y: event.clientY, dx: 0, dy: 0, moved: false };
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  readonly move = (event: PointerEvent): void => {
    const { dragged } = this;
    if (!dragged) return;
    dragged.dx = event.clientX - dragged.x;
    dragged.dy = Math.min(0, event.clientY - dragged.y);
    dragged.moved ||= Math.hypot(dragged.dx, dragged.dy) > SLACK;
  };

  up(event: PointerEvent, one: Held): void {
    const done = this.dragged;
    this.dragged = null;
    const play = this.play();
    if (!play || !done?.moved) return;
    const button = event.currentTarget as Element;
    if (-done.dy > FLICK && -done.dy > Math.abs(done.dx))
      play.discard(one, button.getBoundingClientRect());
    else if (Math.abs(done.dx) > Math.abs(done.dy))
      play.reorder(one.id, placeAt(button, event.clientX));
    this.swallow = true;
    setTimeout(() => (this.swallow = false), 0);
  }

  readonly cancel = (): void => {
    this.dragged = null;
  };

  /** A tap, unless it was the end of a drag. */
  tap(event: MouseEvent, one: Held): void {
    if (!this.swallow)
      this.play()?.tap(one, (event.currentTarget as Element).getBoundingClientRect());
  }
}

/** The place in the row where a tile was dropped. */
function placeAt(button: Element, x: number): number {
  const others = [...(button.parentElement?.querySelectorAll("button") ?? [])].filter(
    (other) => other !== button,
  );
  const line = button.getBoundingClientRect();
  return others.filter((other) => {
    const rect = other.getBoundingClientRect();
    const above = rect.bottom <= line.top + rect.height / 2;
    const below = rect.top >= line.bottom - rect.height / 2;
    return above || (!below && rect.left + rect.width / 2 < x);
  }).length;
}
