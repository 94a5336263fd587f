/** A hand that plays: it takes what is offered, as a player who taps the screen would. */
import type { Page } from "playwright-core";

export interface Played {
  /** What was done, by kind. */
  done: Map<string, number>;
}

export interface Style {
  /** What to do with each kind of button; the default takes everything. */
  takes?: (kind: string) => boolean;
  /** Called after every step. */
  after?: (page: Page, step: number) => Promise<void>;
  most?: number;
}

type Move = "over" | "wait" | `did ${string}`;

/** One step in the page: press a button, or discard a tile. */
async function step(page: Page, refused: string[]): Promise<Move> {
  return page.evaluate((refused) => {
    const all = <T extends Element>(what: string) => [...document.querySelectorAll<T>(what)];
    if (document.querySelector(".over .result, .podium")) return "over";
    const press = (button: HTMLElement | undefined) => button?.click();
    const acts = all<HTMLButtonElement>(".prompt .act:not(:disabled)");
    const kind = (one: HTMLElement) => one.dataset.do ?? "";
    const wanted = ["win", "kong", "declare", "pong", "chow", "piao"].filter(
      (one) => !refused.includes(one),
    );
    for (const one of wanted) {
      const button = acts.find(
        (act) => kind(act) === one && act.getAttribute("aria-pressed") !== "true",
      );
      if (button) {
        press(button);
        return `did ${one}`;
      }
    }
    const own = all<HTMLButtonElement>(".hand button.own:not(.barred)");
    const none = acts.find((act) => kind(act) === "throw-none");
    if (none) {
      const lifted = all(".hand button.own.up").length;
      if (!refused.includes("throw") && own.length >= 3 && lifted < 3) {
        press(own.find((one) => !one.classList.contains("up")));
        return lifted === 2 ? "did throw-third" : "did throw-tile";
      }
      const go = acts.find((act) => kind(act) === "throw");
      press(go ?? none);
      return go ? "did throw" : "did throw-none";
    }
    const pass = acts.find((act) => kind(act) === "pass");
    if (pass) {
      press(pass);
      return "did pass";
    }
    const ring = document.querySelector(".seat-me .ring");
    const last = own.at(-1);
    if (ring && last) {
      press(last);
      if (document.querySelector(".hand button.own.up")) press(last);
      return "did discard";
    }
    return "wait";
  }, refused) as Promise<Move>;
}

/** Play until the round is over. */
export async function playRound(page: Page, style: Style = {}): Promise<Played> {
  const done = new Map<string, number>();
  const kinds = ["win", "kong", "declare", "pong", "chow", "piao", "throw"];
  const refused = kinds.filter((kind) => style.takes && !style.takes(kind));
  const until = Date.now() + (style.most ?? 90_000);
  for (let count = 0; Date.now() < until; count++) {
    const move = await step(page, refused);
    if (move === "over") return { done };
    if (move === "wait") await page.waitForTimeout(40);
    else {
      const kind = move.slice(4);
      done.set(kind, (done.get(kind) ?? 0) + 1);
      await page.waitForTimeout(25);
    }
    await style.after?.(page, count);
  }
  throw new Error(`the round does not end; done so far: ${JSON.stringify([...done])}`);
}

/** From the lobby to the table in two taps. */
export async function quickPlay(page: Page, town: string): Promise<void> {
  await page.goto("/");
  await page.locator(`.town[data-town="${town}"]`).click();
  await page.locator(".start .btn.main").click();
  await page.locator("main.table").waitFor();
}
