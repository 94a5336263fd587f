/** A hand that plays: it takes what is offered, as a player who taps the screen would. */
import type { Page } from "playwright-core";

export interface Style {
  /** Kinds of buttons that are left alone; everything else is taken. */
  refused?: string[];
  /** Stop after so many answers. */
  answers?: number;
}

export interface Played {
  over: boolean;
  /** What was done, by kind. */
  done: Record<string, number>;
}

/** Play until the round is over, or so many answers are given. It runs in the page and waits for nothing but asks. */
export async function playRound(page: Page, style: Style = {}): Promise<Played> {
  const { refused = [], answers = Infinity } = style;
  return page.evaluate(
    ({ refused, answers }) => {
      const all = <T extends Element>(what: string) => [...document.querySelectorAll<T>(what)];
      const wanted = ["win", "kong", "declare", "pong", "chow"];
      const done: Record<string, number> = {};
      let given = 0;

      const isOver = () => !!document.querySelector(".over .result, .podium");
      const prompt = () => document.querySelector<HTMLElement>(".prompt");
      const acts = () => all<HTMLButtonElement>(".prompt .act:not(:disabled)");
      const act = (kind: string) => acts().find((one) => one.dataset.do === kind);
      const own = () => all<HTMLButtonElement>(".hand button.own:not(.barred)");
      const up = () => own().filter((one) => one.classList.contains("up"));
      const answer = (kind: string, button: HTMLElement | undefined) => {
        button?.click();
        done[kind] = (done[kind] ?? 0) + 1;
        given++;
      };

      function offered(): boolean {
        for (const kind of wanted.filter((one) => !refused.includes(one))) {
          const button = act(kind);
          if (!button) continue;
          if (kind === "declare") button.click();
          else answer(kind, button);
          return true;
        }
        return false;
      }
      /** A declaration of the town: the first of its buttons. */
      function declared(): boolean {
        const known = [...wanted, "pass", "none", prompt()?.dataset.open];
        const button = acts().find((one) => !known.includes(one.dataset.do));
        if (button) answer(button.dataset.do ?? "", button);
        return !!button;
      }
      /** Tiles are picked until there are enough, or none may go. */
      function picked(): boolean {
        const open = prompt()?.dataset.open;
        if (!open) return false;
        const next = own().find((one) => !one.classList.contains("up"));
        const button = act(open);
        if (!button && next && !refused.includes(open)) next.click();
        else answer(open, button ?? act("none"));
        return true;
      }
      /** The first tap lifts a tile, the second sends it away. */
      function discarded(): void {
        const [lifted] = up();
        if (lifted) answer("discard", lifted);
        else own().at(-1)?.click();
      }
      function step(): void {
        if (!prompt()?.dataset.ask) return;
        if (offered() || declared() || picked()) return;
        const pass = act("pass");
        if (pass) answer("pass", pass);
        else discarded();
      }

      return new Promise<Played>((resolve) => {
        const stops = new AbortController();
        addEventListener("stop-playing", () => stops.abort(), { once: true });
        const timer = setInterval(() => {
          if (!isOver() && given < answers && !stops.signal.aborted) return step();
          clearInterval(timer);
          resolve({ over: isOver(), done });
        }, 10);
      });
    },
    { refused, answers },
  );
}

/** Several people play until one of them has given so many answers. */
export async function playTogether(pages: Page[], answers: number): Promise<void> {
  const games = pages.map((page) => playRound(page, { answers }));
  await Promise.race(games);
  for (const page of pages)
    await page.evaluate(() => dispatchEvent(new CustomEvent("stop-playing")));
  await Promise.all(games);
}

/** From the lobby to the table in two taps. */
export async function quickPlay(page: Page, town: string): Promise<void> {
  await page.goto("/");
  await page.locator(`.town[data-town="${town}"]`).click();
  await page.locator(".start .btn.main").click();
  await page.locator("main.table").waitFor();
}
