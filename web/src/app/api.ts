/** The server's HTTP interface, typed. Refusals become `Refusal` with words for the player. */
import type { ClockRules } from "$frames";
import type {
  Arrived,
  DailyQuestion,
  DealtProof,
  Lesson,
  Level,
  MatchCard,
  Me,
  MyBest,
  MyMatch,
  MySession,
  MyStatistics,
  Opened,
  Options,
  Reach,
  Replay,
  Review,
  RoomCard,
  RoomRules,
  RuleText,
  Rung,
  Scenario,
  ScenarioRun,
  Scored,
  Variant,
} from "./answers.ts";

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

/** The browser itself knows that there is no network. */
const NO_LINE = new Refusal(
  0,
  "offline",
  "现在没有网，连上以后再试一次",
  "You are offline; try again when you are connected",
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
    throw navigator.onLine === false ? NO_LINE : OFFLINE;
  });
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

/** What to say where the server, or something before it, refuses without words of its own. */
const WORDS: Record<number, [zh: string, en: string]> = {
  429: ["太快了，歇一会儿再来", "Too many requests; try again later"],
  503: ["现在太忙了，过一会儿再来", "The server is busy; try again in a moment"],
};
const WRONG = ["出了点问题，请再试一次", "Something went wrong; please try again"] as const;

/** A refusal in words; where it helps to wait, they say how long. */
export async function refusal(answer: Response): Promise<Refusal> {
  const said: unknown = await answer.json().catch(() => ({}));
  const told = (typeof said === "object" && said !== null ? said : {}) as Record<string, unknown>;
  const text = (key: string, other: string) => (typeof told[key] === "string" ? told[key] : other);
  const [zh, en] = WORDS[answer.status] ?? WRONG;
  const wait = Number(answer.headers.get("Retry-After")) || 0;
  return new Refusal(
    answer.status,
    text("code", String(answer.status)),
    text("zh", zh) + (wait ? `（${wait} 秒后）` : ""),
    text("en", en) + (wait ? ` (in ${wait} s)` : ""),
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
  guest: (name: string) => json<Arrived>("POST", "/api/guest", { name }),
  rename: (name: string) => json<unknown>("PATCH", "/api/me", { name }),
  account: (login: string, password: string) =>
    json<Arrived>("POST", "/api/account", { login, password }),
  login: (login: string, password: string) =>
    json<Arrived>("POST", "/api/login", { login, password }),
  logout: () => ask("POST", "/api/logout"),
  sessions: () => json<MySession[]>("GET", "/api/me/sessions"),
  endSession: (id: string) => ask("DELETE", `/api/me/sessions/${at(id)}`),
  endOthers: () => ask("DELETE", "/api/me/sessions?others=true"),
  variants: () => once<Variant[]>("/api/variants"),
  levels: () => once<Level[]>("/api/levels"),
  check: (town: string, options: Options, players: number) =>
    json<RoomRules>("POST", `/api/variants/${at(town)}/check`, { options, players }),
  /** The options behind a code, or behind the key of a town's house rules. */
  byCode: (town: string, code: string) =>
    json<RoomRules>("POST", `/api/variants/${at(town)}/check`, { code }),
  rules: (town: string, lang: string) =>
    once<RuleText[]>(`/api/variants/${at(town)}/rules?lang=${lang}`),
  lessons: (town: string) => once<Lesson[]>(`/api/variants/${at(town)}/lessons`),
  scenarios: (town: string) => once<Scenario[]>(`/api/variants/${at(town)}/scenarios`),
  open: (room: {
    variant: string;
    players?: number;
    options?: Options;
    clock?: ClockRules;
    watching?: string;
    public?: boolean;
    advice?: string;
    pace?: string;
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
  reach: () => once<Reach>("/api/reach"),
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
  best: () => json<MyBest[]>("GET", "/api/me/best"),
  statistics: () => json<MyStatistics[]>("GET", "/api/me/statistics"),
  ladder: (town: string) => json<Rung[]>("GET", `/api/variants/${at(town)}/ladder`),
  daily: () => json<DailyQuestion>("GET", "/api/daily"),
  answerDaily: (day: string, tile: string) =>
    json<DailyQuestion>("POST", "/api/daily", { day, tile }),
};

/** The address of a room's socket, with this server or with another one. */
export function socketAddress(key: string, server = ""): string {
  const origin = server || location.origin;
  const whole = origin.includes("://") ? origin : `${location.protocol}//${origin}`;
  const scheme =
    location.protocol === "https:" ? "wss" : whole.replace(/^http/, "ws").split(":")[0];
  return `${scheme}://${new URL(whole).host}/api/rooms/${at(key)}/socket`;
}
