/** A bad connection: between browser and server stands a proxy that comes late, breaks, and can be cut. */
import { connect, createServer, type Socket } from "node:net";
import type { World } from "./harness.ts";

/** How late the pieces come, in turn, in milliseconds. */
const LATE = [0, 30, 5, 60, 15];

export interface Proxy {
  /** The world as it is seen through the proxy. */
  world: World;
  /** How often a socket was broken in the middle of the talk. */
  breaks: () => number;
  /** Nothing goes through any more. */
  cut: () => void;
  /** It goes through again. */
  mend: () => void;
  stop: () => Promise<void>;
}

interface Wire {
  near: Socket;
  far: Socket;
  talks: boolean;
}

/** Open a proxy; every so many pieces of a WebSocket, in either direction, it breaks. */
export async function openProxy(world: World, breakEvery = Infinity): Promise<Proxy> {
  const { hostname, port } = new URL(world.url);
  const wires = new Set<Wire>();
  let isCut = false;
  let pieces = 0;
  let broken = 0;

  const drop = (wire: Wire) => {
    wires.delete(wire);
    wire.near.destroy();
    wire.far.destroy();
  };
  const carry = (wire: Wire, from: Socket, to: Socket) => {
    let ready = Promise.resolve();
    from.on("data", (piece) => {
      wire.talks ||= /\nupgrade: websocket/i.test(piece.toString("latin1"));
      if (wire.talks && ++pieces % breakEvery === 0) {
        broken++;
        return drop(wire);
      }
      const late = LATE[pieces % LATE.length] ?? 0;
      ready = ready
        .then(() => new Promise((resolve) => setTimeout(resolve, wire.talks ? late : 0)))
        .then(() => void (to.destroyed || to.write(piece)));
    });
    from.on("close", () => void ready.then(() => drop(wire)));
    from.on("error", () => drop(wire));
  };
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const wire = { near, far: connect(Number(port), hostname), talks: false };
    wires.add(wire);
    carry(wire, near, wire.far);
    carry(wire, wire.far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("no port for the proxy");
  return {
    world: { ...world, url: `http://127.0.0.1:${address.port}` },
    breaks: () => broken,
    cut: () => {
      isCut = true;
      for (const wire of wires) drop(wire);
    },
    mend: () => (isCut = false),
    stop: async () => {
      for (const wire of wires) drop(wire);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
