/** House rules that a player has saved under a name, kept in this browser. */
export interface House {
  name: string;
  code: string;
}

const MOST = 20;
const LONGEST = 20;

/** Read what was kept; whatever is no house rule is left out. */
export function readHouses(text: string | null): House[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter(isHouse) : [];
  } catch {
    return [];
  }
}

function isHouse(one: unknown): one is House {
  const house = one as House | null;
  return typeof house?.name === "string" && typeof house.code === "string";
}

/** Save rules under a name; the same name again takes the new rules. */
export function withHouse(houses: readonly House[], name: string, code: string): House[] {
  const clean = name.trim().slice(0, LONGEST);
  if (!clean) return [...houses];
  return [{ name: clean, code }, ...houses.filter((house) => house.name !== clean)].slice(0, MOST);
}

/** The address that opens the form with these rules. */
export function houseLink(origin: string, town: string, code: string, name: string): string {
  const query = new URLSearchParams(
    name.trim() ? { rules: code, name: name.trim() } : { rules: code },
  );
  return `${origin}/new/${encodeURIComponent(town)}?${query}`;
}
