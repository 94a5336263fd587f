/** How large the words of the own turn are. */
import { measure, type Rect } from "./layout/shape.ts";

export interface TurnShape {
  /** The clock stands below the word, beside it, beside it without the bank, or only elsewhere. */
  clock: "below" | "beside" | "alone" | "none";
  size: number;
}

const [READABLE, LEAST, MOST] = [16, 18, 34];
/** The longest that a clock says. */
const [CLOCK, ALONE] = [" 88 +88", " 88"];

const fitting = ({ w, h }: Rect, text: string, share: number) =>
  Math.floor(Math.min(MOST, h * share, w / measure(text, 1)));

/** In a line with both stores of time if it stays readable, else above one another, else without the bank. */
export function turnShape(box: Rect, word: string): TurnShape {
  const line = fitting(box, word + CLOCK, 0.8);
  if (line >= LEAST) return { clock: "beside", size: line };
  const over = fitting(box, word, 0.42);
  const alone = fitting(box, word + ALONE, 0.85);
  if (over >= LEAST || over >= Math.max(alone, READABLE)) return { clock: "below", size: over };
  if (alone >= READABLE) return { clock: "alone", size: alone };
  return { clock: "none", size: fitting(box, word, 0.85) };
}
