/** Pages by address: plain paths, so that links can be shared; the server answers all of them. */
export interface Route {
  page: string;
  params: Record<string, string>;
}

const ROUTES: readonly [pattern: string, page: string][] = [
  ["/", "lobby"],
  ["/new/:town", "create"],
  ["/r/:code", "join"],
  ["/room/:key", "room"],
  ["/rules", "rules"],
  ["/rules/:town", "rules"],
  ["/replay/:match", "replay"],
  ["/replay/:match/:round", "replay"],
  ["/practice/:town", "practice"],
  ["/calculator", "calculator"],
  ["/calculator/:town", "calculator"],
  ["/learn/:town", "learn"],
  ["/fair/:match", "fair"],
  ["/me", "me"],
  ["/daily", "daily"],
  ["/ladder/:town", "ladder"],
  ["/settings", "settings"],
  ["/states", "states"],
];

/** Find the page of a path; what nobody knows is the page `lost`. */
export function match(path: string): Route {
  const parts = path.split("/").filter(Boolean);
  for (const [pattern, page] of ROUTES) {
    const params = fits(pattern.split("/").filter(Boolean), parts);
    if (params) return { page, params };
  }
  return { page: "lost", params: {} };
}

function fits(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const given = parts[at] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = decode(given);
    else if (part !== given) return null;
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state("/");
  query = $state(new URLSearchParams());
  hash = $state("");
  route: Route = $derived(match(this.path));

  /** Follow the address bar and plain links from now on. */
  start(): void {
    this.read();
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
    addEventListener("click", (event) => this.follow(event));
  }

  /** Go to a path of this client. */
  go(to: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"]({}, "", to);
    this.read();
    if (!location.hash) scrollTo(0, 0);
  }

  private read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.hash = location.hash.slice(1);
  }

  private follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest?.("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download"))
      return;
    const to = new URL(link.href, location.href);
    if (to.origin !== location.origin || to.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(to.pathname + to.search + to.hash);
  }
}

export const router = new Router();
