/** What lies on a table, as far as its layout is concerned. */
import type { Place } from "../places.ts";

export interface Viewport {
  w: number;
  h: number;
  /** The player's own type size: 1, or 1.25 for large type. */
  type: number;
}

/** What is known before the first tile is dealt. The zones know nothing else. */
export interface Rules {
  players: number;
  /** The tiles of a whole hand, with the drawn one. */
  hand: number;
  /** Tiles beside the clock: indicator and wild tiles. */
  figures: number;
  /** Buttons at the right end of the bar. */
  tools: number;
  /** There is something to put into a panel at the side. */
  panel: boolean;
}

export interface MeldContent {
  tiles: number;
  /** Equal tiles may overlap. */
  same: boolean;
}

export interface SeatContent {
  name: string;
  concealed: number;
  /** The concealed tiles lie open. */
  opened: boolean;
  drawn: boolean;
  melds: MeldContent[];
  pile: number;
  pileWord: string;
  chips: string[];
  river: number;
  /** Which discard lies sideways. */
  declared: number | null;
}

export interface ButtonContent {
  does: string;
  word: string;
  tiles: number;
  note: string;
  shortcut: string;
}

export interface PromptContent {
  buttons: ButtonContent[];
  waits: number;
  /** A sentence: what to do, or why not. */
  said: string;
  /** The button that explains why something is not offered. */
  why: boolean;
  /** The size of the words on buttons; letters are smaller than signs. */
  words: number;
}

export interface Content {
  rules: Rules;
  seats: Partial<Record<Place, SeatContent>>;
  /** Tiles that lie beside the clock now: wild ones with the indicator, and turned ones. */
  figures: number;
  turned: number;
  prompt: PromptContent;
}

export type Other = Exclude<Place, "me">;

const OTHERS: Record<number, Other[]> = { 2: ["top"], 3: ["left", "right"] };

/** The places of the others, from the left. */
export const othersOf = (players: number): Other[] => OTHERS[players] ?? ["left", "top", "right"];
