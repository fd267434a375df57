// Bundles the CLI into dist/: a tiny entry, and chunks that load when first used.
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

await rm(here("dist"), { recursive: true, force: true });
await build({
  entryPoints: [{ in: here("src/roo.ts"), out: "roo" }],
  outdir: here("dist"),
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node22.12",
  loader: { ".md": "text" },
  // Bundled CommonJS packages still ask for Node's own modules with require.
  banner: {
    js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
  },
  external: ["@vscode/ripgrep"],
  legalComments: "none",
  logLevel: "warning",
});
