// A look at pages: node e2e/look.mjs URL WIDTHxHEIGHT FILE [full]
import { chromium } from "playwright-core";
const [, , ...jobs] = process.argv;
const b = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
for (const job of jobs) {
  const [url, size, file, settings = "{}", full] = job.split("|");
  const [width, height] = size.split("x").map(Number);
  const c = await b.newContext({ viewport: { width, height } });
  await c.addInitScript((s) => localStorage.setItem("quexiang.settings", s), settings);
  const p = await c.newPage();
  p.on("pageerror", (e) => console.log("ERR", file, e.message));
  p.on(
    "console",
    (m) => m.type() === "error" && console.log("console", file, m.text().slice(0, 200)),
  );
  await p.goto("http://localhost:8124" + url);
  await p.waitForTimeout(1800);
  await p.screenshot({ path: `/work/wt-web/build/dev/${file}.png`, fullPage: full === "full" });
  await c.close();
}
await b.close();
