import type { TableChange, TableView } from "$frames";

/** The table after a change; seats that have not changed stay the same objects. */
export function fold(view: TableView, change: TableChange): TableView {
  const seats = view.seats.map((seat) => {
    const news = change.seats?.[seat.seat];
    return news ? { ...seat, ...news } : seat;
  });
  return { ...view, ...change, seats };
}
