#!/usr/bin/env node
/**
 * A bot that plays one match: in a room by its code, or against the server's bots.
 *
 *   node play.js http://localhost:8000 402917
 *   node play.js http://localhost:8000 hangzhou
 *
 * QUEXIANG_TOKEN (`quexiang admin bot NAME` makes one) is its account; without it, it is a guest.
 */
import { Client, fewest } from "./index.js";

const [url = "http://localhost:8000", where = "hangzhou"] = process.argv.slice(2);
const client = new Client(url, process.env.QUEXIANG_TOKEN);
if (!client.token) await client.guest("机器人");

const byCode = /^\d{6}$/.test(where);
const key = byCode
  ? await client.find(where)
  : (await client.quick(where, { level: "random", options: { rounds: 1 } })).key;

/** The lower, the better: it wins when it can, claims nothing, and keeps the middle of the suits. */
function rank(choice) {
  if (choice.do === "win") return 0;
  if (choice.do === "pass") return 1;
  if (choice.do !== "discard") return 4;
  const [number, suit] = choice.tile;
  return suit === "z" ? 2 : 3 - Math.abs(number - 5) / 10;
}

const result = await client.join(key).play(
  ({ choices }) => {
    const best = choices.reduce((one, other) => (rank(other) < rank(one) ? other : one));
    return best.sizes ? { choice: best.index, tiles: fewest(best) } : { choice: best.index };
  },
  { sits: byCode },
);
console.log(JSON.stringify(result));
