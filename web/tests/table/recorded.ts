/** Tables at their fullest, recorded from real rounds by `tools/record_tables.py`. */
import type { ActionChoice, TableView } from "$frames";
import anhua from "./tables/anhua.json" with { type: "json" };
import anshun from "./tables/anshun.json" with { type: "json" };
import hangzhou from "./tables/hangzhou.json" with { type: "json" };
import lanzhou from "./tables/lanzhou.json" with { type: "json" };
import zhangzhou from "./tables/zhangzhou.json" with { type: "json" };

export interface RecordedTable {
  fullest: string;
  view: TableView;
  choices: ActionChoice[];
}

export const TABLES = [
  anhua,
  anshun,
  hangzhou,
  lanzhou,
  zhangzhou,
].flat() as unknown as RecordedTable[];
