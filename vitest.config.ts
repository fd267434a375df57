import { availableParallelism } from "node:os";
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
    include: ["packages/*/{src,test}/**/*.test.ts", "apps/*/{src,test}/**/*.test.ts"],
    // Much of a test is waiting for processes: two at a time even where there are only two cores.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    // Machines are noisy. What passes only at the second try is reported as such.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
