import { mount } from "svelte";
import App from "./App.svelte";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/shared.css";
import "../styles/looks.css";
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
