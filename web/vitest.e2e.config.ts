import { defineConfig } from "vitest/config";

/** Each file has a server and a browser of its own; tests of one file come one after the other. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    retry: 0,
  },
});
