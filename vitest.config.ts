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
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
