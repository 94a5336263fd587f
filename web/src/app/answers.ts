/** What the server answers over HTTP. */
import type {
  ActionChoice,
  BestWin,
  GameEvent,
  Profile,
  RoomView,
  PaymentView,
  Sentence,
  Seat,
  TableView,
  Tile,
  WinView,
  OutgoingProof,
} from "$frames";

export type OptionValue = boolean | number | string;
export type Options = Record<string, OptionValue>;

/** One thing that the room's creator may choose. */
export interface Option {
  key: string;
  zh: string;
  en: string;
  default: OptionValue;
  values?: OptionValue[];
  low?: number;
  high?: number;
  offered?: number[];
  labels?: [string, string][];
  note_zh?: string;
  note_en?: string;
  rule?: string;
  needs?: string;
  /** 读法: what each value means; empty for any other option. */
  notes?: [string, string][];
}

/** Complete options, and the code that stands for them. */
export interface RoomRules {
  options: Options;
  players: number;
  code: string;
}

/** House rules of a town, by their code. */
export interface Preset {
  key: string;
  zh: string;
  en: string;
  note_zh: string;
  note_en: string;
  code: string;
}

export interface MarkText {
  key: string;
  zh: string;
  en: string;
  /** Its value is a number that a player reads. */
  counted?: boolean;
  rule?: string;
  note_zh?: string;
  note_en?: string;
}

/** One town's game as data. */
export interface Variant {
  key: string;
  zh: string;
  en: string;
  prefix: string;
  version: string;
  players: number[];
  options: Option[];
  presets: Preset[];
  patterns: { key: string; zh: string; en: string; rule?: string }[];
  blocks: { key: string; zh: string; en: string }[];
  marks: MarkText[];
  tagline_zh: string;
  tagline_en: string;
  /** The sign on a wild tile. */
  wild_zh: string;
  wild_en: string;
  /** The address of its picture, empty if it has none. */
  picture: string;
  has_lessons: boolean;
  calculator: Questions;
}

/** What the calculator asks about a win in a town. */
export interface Questions {
  tiles: Tile[];
  melds: MeldKind[];
  indicator: boolean;
  flowers: boolean;
  turned: boolean;
}
export type MeldKind = "chow" | "pong" | "exposed" | "concealed";

/** What a lesson suggests at a step; the player may do something else. */
export interface Hint {
  do: string;
  tiles: Tile[];
  zh: string;
  en: string;
}

/** A practice table, and a word at every step. */
export interface Lesson {
  zh: string;
  en: string;
  seat: Seat;
  /** The set-up, as a scenario. */
  text: string;
  hints: Hint[];
  /** What was learnt. */
  end: { zh: string; en: string };
}

/** How well a bot plays. */
export interface Level {
  key: string;
  zh: string;
  en: string;
  about_zh: string;
  about_en: string;
}

/** A choice with what a bot thinks it is worth. */
export interface ValuedChoice {
  do: string;
  zh: string;
  en: string;
  tiles: string[];
  value: number;
}

/** A decision that could have been better; made after this step of its round. */
export interface Mistake {
  round: number;
  step: number;
  turn: number;
  seat: string;
  tiles: string[];
  drawn?: string;
  melds?: string[][];
  offered?: string;
  chosen: ValuedChoice;
  best: ValuedChoice;
  loss: number;
  why: { zh: string; en: string };
}

/** The decisions of a seat that cost most. */
export interface Review {
  match: string;
  seat: string;
  level: string;
  decisions: number;
  lessons: Mistake[];
}

export type RoomCard = Pick<
  RoomView,
  | "key"
  | "code"
  | "variant"
  | "players"
  | "options"
  | "clock"
  | "watching"
  | "owner"
  | "seats"
  | "phase"
  | "match"
> &
  Partial<Pick<RoomView, "round" | "rounds">>;

export interface RuleText {
  id: string;
  title: string;
  text: string;
  section: string;
}

export interface Scenario {
  file: string;
  number: number;
  title: string;
  rules: string[];
  text: string;
}

export interface Opened {
  key: string;
  code: string;
}

/** Who one is now, and the token that says so where no cookie goes. */
export interface Arrived {
  person: Profile;
  token: string;
}

/** Where I am logged in; times are seconds since 1970. */
export interface MySession {
  id: string;
  created: number;
  /** When it was last used, to the day. */
  seen: number;
  expires: number;
  /** What the browser said of itself. */
  device: string;
  current: boolean;
}

export interface Me {
  person: Profile | null;
  rooms: RoomCard[];
  login?: string | null;
}

/** What happened, and the table as it is then. */
export interface Moment {
  events: GameEvent[];
  story: (Sentence | null)[];
  view: TableView;
}

/** One line of a scenario, and the table after it. */
export interface ScenarioStep extends Moment {
  line: string;
  ok: boolean;
  error?: string;
  asked: Record<string, ActionChoice[]>;
}

export interface ScenarioRun {
  title: string;
  variant: string;
  rules: string[];
  ok: boolean;
  errors: string[];
  steps: ScenarioStep[];
}

export interface Replay {
  variant: string;
  names: string[];
  round: number;
  rounds: number;
  count: number;
  steps: Moment[];
}

/** A match, finished or not. */
export interface MatchCard {
  id: string;
  variant: string;
  version: string;
  options: Options;
  players: number;
  names: string[];
  /** The seats that bots had. */
  bots?: string[];
  result?: { how: string; rounds: number[][]; scores: number[]; totals: number[] } | null;
  started: number;
  ended?: number | null;
}

/** One of my matches. */
export interface MyMatch {
  id: string;
  variant: string;
  names: string[];
  bots: string[];
  my_seat: string;
  started: number;
  ended?: number;
  how?: string;
  rounds: number;
  totals?: number[];
}

/** My best hand of a town, and the match in which it was won. */
export interface MyBest {
  match: string;
  variant: string;
  started: number;
  win: BestWin;
}

/** What my matches in one town come to. */
export interface MyStatistics {
  variant: string;
  matches: number;
  rounds: number;
  wins: number;
  self_draws: number;
  fed: number;
  points: number;
  rating: number | null;
  rated_matches: number;
}

/** A proof, and the deal that it leads to. */
export interface DealtProof extends Omit<OutgoingProof, "type"> {
  wall: string[];
  dice: number[];
}

/** What a win comes to; `assumed` is what the question did not say. */
export interface Scored {
  wins: WinView[];
  paid: PaymentView[];
  changes: number[];
  wild: string[];
  dealer: number;
  assumed: Record<string, string[]>;
}

/** Who can reach the server: this computer alone, or its network by an address. */
export interface Reach {
  here_only: boolean;
  lan: string;
}

/** One on the ladder of a town. */
export interface Rung {
  place: number;
  name: string;
  rating: number;
  matches: number;
  mine?: boolean;
}

/** A discard of the hand of the day, as the judge sees it. */
export interface RankedDiscard {
  tile: string;
  value: number;
  zh: string;
  en: string;
}

/** The hand of the day; the result only once it is answered. */
export interface DailyQuestion {
  day: string;
  variant: string;
  seat: Seat;
  view: TableView;
  streak?: number;
  result?: {
    tile: string;
    place: number;
    ranked: RankedDiscard[];
    chosen: Record<string, number>;
  };
}
