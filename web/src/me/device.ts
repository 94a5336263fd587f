/** What a browser says of itself, in two words: "Chrome · Android". */
const BROWSERS: [mark: RegExp, name: string][] = [
  [/MicroMessenger/, "WeChat"],
  [/EdgA?\/|EdgiOS/, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/Firefox\/|FxiOS/, "Firefox"],
  [/Chrome\/|CriOS/, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: [mark: RegExp, name: string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** The name of a device; another program has the first word that it says, nothing stays nothing. */
export function deviceName(said: string): string {
  const found = [BROWSERS, SYSTEMS].map((all) => all.find(([mark]) => mark.test(said))?.[1] ?? "");
  return found.filter(Boolean).join(" · ") || (said.split(/[\s/]/)[0] ?? "");
}
