/** How large the words of the own turn are. */
import { measure, type Rect } from "./layout/shape.ts";

export interface TurnShape {
  /** The clock stands below the word, beside it, or beside it without the bank. */
  clock: "below" | "beside" | "alone";
  size: number;
}

const [LEAST, MOST] = [18, 34];
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
  return over >= alone || over >= LEAST
    ? { clock: "below", size: over }
    : { clock: "alone", size: alone };
}
