export interface Choice {
  index: number;
  do: string;
  zh: string;
  en: string;
  tile?: string;
  tiles?: string[];
  sizes?: number[];
  one_suit?: boolean;
}
export interface Ask {
  type: "ask";
  ask: number;
  match: string;
  stage: string;
  choices: Choice[];
  left_ms: number;
  bank_ms: number;
}
export interface Answer {
  choice: number;
  tiles?: string[];
}
/** The view of a table: docs/protocol.md and docs/schema describe it. */
export type View = Record<string, unknown>;
export type Choose = (ask: Ask, view: View | null) => Answer | Promise<Answer>;

export class Refused extends Error {
  status: number;
  code?: string;
  zh?: string;
  en?: string;
}
export class Client {
  constructor(url: string, token?: string);
  url: string;
  token: string;
  guest(name: string): Promise<void>;
  openRoom(variant: string, wishes?: object): Promise<{ key: string; code: string }>;
  quick(variant: string, wishes?: object): Promise<{ key: string }>;
  find(code: string): Promise<string>;
  join(key: string): Table;
  ask(method: string, path: string, body?: unknown): Promise<any>;
}
export class Table {
  constructor(address: string, token: string);
  view: View | null;
  seat: string | null;
  play(choose: Choose, options?: { sits?: boolean }): Promise<{ how: string; totals: number[] }>;
  say(frame: object): void;
}
export function fold(view: View, change: object): View;
export function fewest(choice: Choice): string[];
