import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [
    {
      name: "files-as-text",
      transform(source, id) {
        return /\.(md|sql)$/.test(id) ? { code: `export default ${JSON.stringify(source)};`, map: null } : undefined;
      },
    },
  ],
  test: {
    include: [
      "bootstrap/*.test.mjs",
      "release/**/*.test.ts",
      "bench/*.test.ts",
      "packages/*/{src,test}/**/*.test.ts",
      "apps/*/{src,test}/**/*.test.ts",
    ],
    // Starting a process and loading the product again for each of 500 files took longer than their tests.
    isolate: false,
    // The CLI starts 400 times: what one start compiled, the next ones load. `build` empties it.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL(".cache/compiled", import.meta.url)) },
    globalSetup: ["packages/testkit/src/shared-postgres.ts"],
    setupFiles: ["packages/testkit/src/unchanged-process.ts"],
    // Much of a test is waiting for processes: more of them than there are cores.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    // Bounds for what hangs, never for what is slow: a loaded machine takes ten times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
