import { mount } from "svelte";
import App from "./App.svelte";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/tiles.css";
import "../styles/seats.css";
import "../styles/table.css";
import "../styles/hand.css";
import "../styles/beside.css";
import "../styles/grids.css";
import "../styles/pages.css";
import "../styles/results.css";
import "../styles/reading.css";
import "../styles/sizes.css";
import { router } from "./router.svelte.ts";

router.start();
const target = document.getElementById("app");
if (target) mount(App, { target });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener(
    "load",
    () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined),
  );
}
