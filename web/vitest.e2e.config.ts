import { defineConfig } from "vitest/config";

/**
 * Each file has a server and a browser of its own; tests of one file come one after the other. The
 * times only end what hangs: on a machine under load a match of four browsers takes minutes.
 */
export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    testTimeout: 400_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    retry: 0,
  },
});
