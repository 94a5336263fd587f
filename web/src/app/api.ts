/** The server's HTTP interface, typed. Refusals become `Refusal` with words for the player. */
import type {
  ActionChoice,
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

export interface Me {
  person: Profile | null;
  rooms: RoomCard[];
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

/** The server said no, in both languages. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly zh: string,
    readonly en: string,
    readonly rest: Record<string, unknown> = {},
  ) {
    super(`${code}: ${en}`);
  }
}

const OFFLINE = new Refusal(
  0,
  "offline",
  "连不上服务器，稍后再试",
  "The server cannot be reached; try again later",
);

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = {
    method,
    credentials: "same-origin",
    headers: { Accept: "application/json" },
  };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "Content-Type": "application/json" };
  }
  const answer = await fetch(path, init).catch(() => {
    throw OFFLINE;
  });
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function refusal(answer: Response): Promise<Refusal> {
  const said: unknown = await answer.json().catch(() => ({}));
  const told = (typeof said === "object" && said !== null ? said : {}) as Record<string, unknown>;
  const text = (key: string, other: string) => (typeof told[key] === "string" ? told[key] : other);
  return new Refusal(
    answer.status,
    text("code", String(answer.status)),
    text("zh", "出了点问题，请再试一次"),
    text("en", "Something went wrong; please try again"),
    told,
  );
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await ask(method, path, body)).json()) as T;
}

/** Answers that never change while the page is open are asked for once. */
const remembered = new Map<string, Promise<unknown>>();
function once<T>(path: string): Promise<T> {
  const known = remembered.get(path);
  if (known) return known as Promise<T>;
  const asked = json<T>("GET", path);
  remembered.set(path, asked);
  asked.catch(() => remembered.delete(path));
  return asked;
}

const at = encodeURIComponent;

export const api = {
  me: () => json<Me>("GET", "/api/me"),
  guest: (name: string) => json<{ person: Profile }>("POST", "/api/guest", { name }),
  rename: (name: string) => json<unknown>("PATCH", "/api/me", { name }),
  account: (login: string, password: string) =>
    json<unknown>("POST", "/api/account", { login, password }),
  login: (login: string, password: string) =>
    json<{ person: Profile }>("POST", "/api/login", { login, password }),
  logout: () => ask("POST", "/api/logout"),
  variants: () => once<Variant[]>("/api/variants"),
  levels: () => once<Level[]>("/api/levels"),
  check: (town: string, options: Options, players: number) =>
    json<{ options: Options }>("POST", `/api/variants/${at(town)}/check`, { options, players }),
  rules: (town: string, lang: string) =>
    once<RuleText[]>(`/api/variants/${at(town)}/rules?lang=${lang}`),
  lessons: (town: string) => once<Lesson[]>(`/api/variants/${at(town)}/lessons`),
  scenarios: (town: string) => once<Scenario[]>(`/api/variants/${at(town)}/scenarios`),
  open: (room: {
    variant: string;
    players?: number;
    options?: Options;
    clock?: { decision: number; bank: number };
    watching?: string;
    public?: boolean;
    advice?: string;
  }) => json<Opened>("POST", "/api/rooms", room),
  quick: (variant: string, level?: string, options?: Options) =>
    json<Opened>("POST", "/api/quick", {
      variant,
      ...(level ? { level } : {}),
      ...(options ? { options } : {}),
    }),
  practice: (text: string, seat: string, level: string) =>
    json<Opened>("POST", "/api/practice", { text, seat, level }),
  rooms: () => json<RoomCard[]>("GET", "/api/rooms"),
  code: (code: string) => json<{ key: string }>("GET", `/api/rooms/code/${at(code)}`),
  room: (key: string) => json<RoomCard>("GET", `/api/rooms/${at(key)}`),
  match: (id: string) => json<MatchCard>("GET", `/api/matches/${at(id)}`),
  review: (id: string, seat: string) => once<Review>(`/api/matches/${at(id)}/review?seat=${seat}`),
  proofs: (id: string) => json<DealtProof[]>("GET", `/api/matches/${at(id)}/proofs`),
  replay: (id: string, round: number, seat: string) =>
    once<Replay>(`/api/matches/${at(id)}/rounds/${round}?seat=${seat}`),
  run: (text: string, seat: string | null) =>
    json<ScenarioRun>("POST", "/api/scenarios/run", { text, seat }),
  score: (town: string, question: Record<string, unknown>) =>
    json<Scored>("POST", `/api/variants/${at(town)}/score`, question),
  matches: () => json<MyMatch[]>("GET", "/api/me/matches"),
  statistics: () => json<MyStatistics[]>("GET", "/api/me/statistics"),
};

/** The address of a room's socket. */
export function socketAddress(key: string): string {
  return `${location.origin.replace(/^http/, "ws")}/api/rooms/${at(key)}/socket`;
}
