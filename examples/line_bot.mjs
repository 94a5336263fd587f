/**
 * The bot of line_bot.py in JavaScript: reads JSON lines, answers the asks.
 *
 *   quexiang arena hangzhou --bots 'cmd:node examples/line_bot.mjs,random' --matches 5
 */
import { createInterface } from "node:readline";
import { fewest } from "../clients/js/index.js";

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** The lower, the better. */
function rank(choice, view) {
  if (choice.do === "win") return 0;
  if (choice.do === "pass") return 1;
  if (choice.do !== "discard") return 4;
  if (view.wild.includes(choice.tile)) return 3.5;
  const [number, suit] = choice.tile;
  return suit === "z" ? 2 : 3 - Math.abs(number - 5) / 10;
}

for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text);
  if (line.type === "hello") say({ type: "hello", name: "line bot" });
  if (line.type !== "ask") continue;
  const ranks = line.choices.map((choice) => rank(choice, line.view));
  const choice = ranks.indexOf(Math.min(...ranks));
  const tiles = line.choices[choice].sizes ? fewest(line.choices[choice]) : undefined;
  say({ type: "answer", id: line.id, choice, tiles });
}
