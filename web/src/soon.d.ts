/** Fields that the server is about to send. */
import type { Tile, WaitView } from "$frames";

declare module "$frames" {
  interface ActionChoice {
    waits?: WaitView[];
  }
  interface RoomView {
    /** One person among computers: the clock is off. */
    solo?: boolean;
    paused?: boolean;
  }
  /** Tiles of a winning hand that belong together, as they lie. */
  interface SetView {
    kind: "family" | "pair" | "run" | "triplet";
    tiles: Tile[];
    stands?: Tile[];
    wild?: number[];
  }
  interface WinView {
    sets?: SetView[];
  }
}
