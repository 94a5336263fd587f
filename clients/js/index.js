/**
 * A small client for rooms of Quexiang 雀乡, without dependencies.
 *
 * It needs `fetch` and `WebSocket`: browsers, Deno, Bun, Node 22, or Node 20 with
 * `--experimental-websocket`.
 */

const FINAL = [1000, 4400, 4401, 4403, 4404];
const LONGEST_WAIT = 5000;

/** An error that the server explains in Chinese and English. */
export class Refused extends Error {
  constructor(status, told) {
    super(`${status} ${told.code ?? "http"}: ${told.en ?? ""}`);
    Object.assign(this, { status, code: told.code, zh: told.zh, en: told.en });
  }
}

/** One person, or one bot, on one server. */
export class Client {
  constructor(url, token = "") {
    this.url = url.replace(/\/$/, "");
    this.token = token;
  }

  /** Become a guest. */
  async guest(name) {
    this.token = (await this.ask("POST", "/api/guest", { name })).token;
  }

  /** Open a room; gives `{ key, code }`. */
  openRoom(variant, wishes = {}) {
    return this.ask("POST", "/api/rooms", { variant, ...wishes });
  }

  /** Play against bots at once; gives `{ key }`. */
  quick(variant, wishes = {}) {
    return this.ask("POST", "/api/quick", { variant, ...wishes });
  }

  /** The key of the room that has a six-digit code. */
  async find(code) {
    return (await this.ask("GET", `/api/rooms/code/${code}`)).key;
  }

  /** Go to a room. */
  join(key) {
    return new Table(`${this.url.replace(/^http/, "ws")}/api/rooms/${key}/socket`, this.token);
  }

  async ask(method, path, body) {
    const headers = { "content-type": "application/json" };
    if (this.token) headers.authorization = `Bearer ${this.token}`;
    const answer = await fetch(this.url + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const told = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Refused(answer.status, told);
    return told;
  }
}

/** A seat at a table; a lost connection is opened again. */
export class Table {
  constructor(address, token) {
    this.address = address;
    this.token = token;
    /** The last view of the table, and whose seat is ours. */
    this.view = null;
    this.version = 0;
    this.room = null;
    this.seat = null;
    this.wait = 50;
  }

  /** Sit down, be ready, and let `choose(ask, view)` answer until the match is over. */
  play(choose, { sits = true } = {}) {
    return new Promise((resolve, reject) => {
      const finish = (settle, value) => {
        this.over = true;
        this.socket?.close();
        settle(value);
      };
      const heard = (frame) => {
        this.#take(frame);
        if (frame.type === "welcome" && sits && frame.seat == null) {
          this.say({ type: "sit" });
          this.say({ type: "ready" });
        } else if (frame.type === "ask") {
          Promise.resolve(choose(frame, this.view)).then(
            (answer) => this.say({ type: "answer", ask: frame.ask, match: frame.match, ...answer }),
            (error) => finish(reject, error),
          );
        } else if (frame.type === "over") finish(resolve, frame.result);
      };
      this.#connect(heard, (code) => finish(reject, new Error(`the server closed with ${code}`)));
    });
  }

  /** Send a frame. */
  say(frame) {
    this.socket?.send(JSON.stringify({ id: crypto.randomUUID().replaceAll("-", ""), ...frame }));
  }

  #connect(heard, ended) {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 50;
      socket.send(JSON.stringify({ type: "hello", token: this.token, changes: true }));
    };
    socket.onmessage = (message) => heard(JSON.parse(message.data));
    socket.onerror = () => undefined; // a close follows
    socket.onclose = ({ code }) => {
      if (this.over) return;
      if (FINAL.includes(code)) return ended(code);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
      setTimeout(() => this.#connect(heard, ended), this.wait);
    };
  }

  #take(frame) {
    if (frame.room) [this.room, this.seat] = [frame.room, frame.seat];
    if (frame.view) [this.view, this.version] = [frame.view, frame.version];
    if (frame.type !== "changes") return;
    if (frame.since !== this.version) return this.say({ type: "resync" });
    [this.view, this.version] = [fold(this.view, frame.table), frame.version];
  }
}

/** The table after a change. */
export function fold(view, change) {
  const seats = view.seats.map((seat) => ({ ...seat, ...change.seats?.[seat.seat] }));
  return { ...view, ...change, seats };
}

/** As few tiles as an open choice allows, of one suit where they must be. */
export function fewest(choice) {
  const count = Math.min(...choice.sizes);
  for (const suit of choice.one_suit ? "mps" : "") {
    const suited = choice.tiles.filter((tile) => tile[1] === suit);
    if (suited.length >= count) return suited.slice(0, count);
  }
  return choice.tiles.slice(0, count);
}
