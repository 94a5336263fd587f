/** One sign for each at a table: no two alike, however alike the names are. */

/** The signs that may stand for a name, the best first; what is in brackets is no name. */
function candidates(name: string): string[] {
  const bare = [...name.replace(/[（(].*$/, "").trim()].filter((sign) => sign.trim());
  const isChinese = /[一-鿿]/.test(bare.join("")) && bare.at(-1) !== "家";
  const ordered = isChinese ? bare.reverse() : bare.map((sign) => sign.toUpperCase());
  return ordered.length ? ordered : [""];
}

/** The sign of a name by itself. */
export function plainSign(name: string): string {
  return candidates(name)[0] ?? "";
}

/** A sign for each name of a table; where all signs of a name are taken, a number goes with it. */
export function distinctSigns(names: string[]): Record<string, string> {
  const signs: Record<string, string> = {};
  const taken = new Set<string>();
  for (const name of new Set(names)) {
    const free = candidates(name).find((sign) => !taken.has(sign));
    const sign = free ?? `${plainSign(name)}${taken.size + 1}`;
    taken.add(sign);
    signs[name] = sign;
  }
  return signs;
}

class Avatars {
  private signs: Record<string, string> = $state({});

  /** These sit together now. */
  seat(names: string[]): void {
    this.signs = distinctSigns(names);
  }

  of(name: string): string {
    return this.signs[name] ?? plainSign(name);
  }
}

export const avatars = new Avatars();
