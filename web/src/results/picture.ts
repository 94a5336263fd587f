/** The result of a round as a picture to share, drawn in the browser. */
import type { Seat, TableView, Tile } from "$frames";
import type { Variant } from "../app/answers.ts";
import { toasts } from "../app/toasts.svelte.ts";
import { both, signed, t } from "../i18n/index.svelte.ts";
import { tilePicture } from "../ui/tiles.ts";
import { headline, totalsOf } from "./account.ts";

const [WIDE, HIGH, EDGE] = [1080, 720, 60];
const TILE = { wide: 60, high: 80, apart: 18 };
const INK = {
  paper: "#f7f2e7",
  ink: "#1c2a2e",
  soft: "#55625f",
  plus: "#1f6b60",
  minus: "#b4231a",
};
const BRUSH = '"Songti SC", "Noto Serif CJK SC", serif';
const PLAIN = '"PingFang SC", "Noto Sans CJK SC", sans-serif';

/** The groups of a winner's tiles: melds, then the sets that were paid. */
export function groupsOf({ wins = [], seats }: TableView): Tile[][] {
  const [win] = wins;
  const seat = seats.find((one) => one.seat === win?.seat);
  if (!win || !seat) return [];
  const melds = seat.melds.map((one) => one.tiles);
  const concealed = win.sets?.length ? win.sets.map((one) => one.tiles) : [seat.tiles ?? []];
  return [...melds, ...concealed].filter((group) => group.length);
}

/** Where the tiles go: groups in lines, as large as they may be. */
export function placesOf(groups: readonly Tile[][]): { tile: Tile; x: number; y: number }[] {
  const placed: { tile: Tile; x: number; y: number }[] = [];
  let [x, y] = [EDGE, 300];
  for (const group of groups) {
    const wide = group.length * TILE.wide;
    if (x > EDGE && x + wide > WIDE - EDGE) [x, y] = [EDGE, y + TILE.high + TILE.apart];
    group.forEach((tile, at) => placed.push({ tile, x: x + at * TILE.wide, y }));
    x += wide + TILE.apart;
  }
  return placed;
}

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image(TILE.wide, TILE.high);
  image.src = address;
  await image.decode();
  return image;
}

type Who = (seat: Seat) => string;

function words(pen: CanvasRenderingContext2D, view: TableView, town: string, who: Who): void {
  const write = (text: string, font: string, colour: string, y: number) => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.fillText(text, EDGE, y, WIDE - 2 * EDGE);
  };
  write(t("picture_note", { town, n: view.round }), `32px ${PLAIN}`, INK.soft, 90);
  write(headline(view, who), `700 64px ${BRUSH}`, INK.ink, 180);
  const patterns = (view.wins ?? []).flatMap((win) => win.patterns.map(both));
  write(patterns.join(" · "), `36px ${PLAIN}`, INK.minus, 240);
}

function totals(pen: CanvasRenderingContext2D, view: TableView, me: Seat | null, who: Who): void {
  const all = totalsOf(view, me);
  const wide = (WIDE - 2 * EDGE) / all.length;
  for (const [at, { seat, change }] of all.entries()) {
    const x = EDGE + at * wide;
    pen.fillStyle = INK.soft;
    pen.font = `32px ${PLAIN}`;
    pen.fillText(who(seat), x, HIGH - 110, wide - 20);
    pen.fillStyle = change < 0 ? INK.minus : INK.plus;
    pen.font = `700 52px ${PLAIN}`;
    pen.fillText(signed(change), x, HIGH - 50, wide - 20);
  }
}

/** Draw the result of a round. */
export async function draw(
  view: TableView,
  town: string,
  me: Seat | null,
  who: Who,
): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.fillStyle = INK.paper;
  pen.fillRect(0, 0, WIDE, HIGH);
  words(pen, view, town, who);
  totals(pen, view, me, who);
  for (const { tile, x, y } of placesOf(groupsOf(view)))
    pen.drawImage(await load(tilePicture(tile)), x, y, TILE.wide, TILE.high);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Share the picture, or where a browser cannot, save it. */
export async function sharePicture(
  view: TableView,
  variant: Variant | undefined,
  me: Seat | null,
  who: Who,
): Promise<void> {
  const blob = await draw(view, both(variant), me, who).catch(() => null);
  if (!blob) return toasts.say(t("failed"));
  const file = new File([blob], `quexiang-${view.round}.png`, { type: blob.type });
  if (navigator.canShare?.({ files: [file] }))
    return navigator.share({ files: [file] }).catch(() => undefined);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
