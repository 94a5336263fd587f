/** Recorded tables in a page: the room's socket is played by the test, nothing else is. */
import type { FromServer, RoomView } from "$frames";
import type { Page, WebSocketRoute } from "playwright-core";
import type { RecordedTable } from "../tests/table/recorded.ts";

const NAMES = ["风起云涌", "老梅", "Annabelle", "竹"];
const MATCH = "m";

function roomOf({ view }: RecordedTable): RoomView {
  const seats = view.seats.map(({ seat }, at) => ({
    seat,
    person: { id: seat, name: NAMES[at] ?? "" },
    online: at !== 1,
    trustee: at === 1 && seat !== view.me,
  }));
  return {
    ...{ key: "staged", code: "000000", variant: view.variant, version: "1", owner: "A" },
    ...{ players: view.players, options: {}, clock: {}, watching: "none", phase: "playing" },
    ...{ seats, match: MATCH, round: view.round, rounds: 8, advice: true },
  };
}

export interface Stage {
  show: (table: RecordedTable) => Promise<void>;
}

/** Open a room in which recorded tables can be shown. */
export async function stage(page: Page, first: RecordedTable): Promise<Stage> {
  let line: WebSocketRoute | undefined;
  let count = 0;
  const say = (frame: FromServer) => line?.send(JSON.stringify(frame));
  const see = (table: RecordedTable) => {
    const round = ++count;
    const { choices } = table;
    const view = { ...table.view, round };
    say({ type: "room", room: roomOf(table), seat: view.me ?? "A" });
    say({ type: "snapshot", match: MATCH, round, version: count, view });
    if (choices.length)
      say({
        type: "ask",
        ask: count,
        match: MATCH,
        stage: "",
        choices,
        left_ms: 2e4,
        bank_ms: 6e4,
      });
  };
  await page.routeWebSocket(/\/socket$/, (socket) => {
    line = socket;
    socket.onMessage((text) => {
      const frame = JSON.parse(String(text)) as { type: string; id?: string };
      if (frame.type === "hello") {
        const you = { id: "A", name: NAMES[0] ?? "" };
        const room = roomOf(first);
        say({ type: "welcome", speaks: 1, you, room, phrases: [], now: 0, seat: "A" });
        see(first);
      } else if (frame.id) say({ type: "done", id: frame.id });
    });
  });
  await page.goto("/room/staged");
  await page.locator(".hand .own").first().waitFor();
  const show = async (table: RecordedTable) => {
    see(table);
    await page.locator(`main.table[data-round="${count}"]`).waitFor();
  };
  return { show };
}
