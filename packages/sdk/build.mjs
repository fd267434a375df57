// Bundles the SDK into dist/: a small entry with the classes, chunks that load when first used, and one declaration file.
import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { directImports } from "../../apps/cli/direct-imports.mjs";
import { lazyBuiltins } from "../../apps/cli/lazy-builtins.mjs";
import { mergeChunks } from "../../apps/cli/merge-chunks.mjs";
import { findWordTable } from "../index/src/embed/word-table-file.ts";
import { findGrammar, findParserProgram } from "../index/src/syntax/grammar-files.ts";
import { grammarNames } from "../index/src/syntax/languages.ts";
import { bundleDeclarations } from "./declarations.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = here("../..");
// Native modules, and one that is too large for a rarely used feature.
const external = ["@vscode/ripgrep", "@napi-rs/keyring", "@lydell/node-pty", "playwright-core"];
const options = {
  bundle: true,
  // Names are kept: users see them in stack traces.
  minifySyntax: true,
  minifyWhitespace: true,
  format: "esm",
  platform: "node",
  target: "node22.12",
  legalComments: "none",
  logLevel: "warning",
};

// Built in a new folder and moved when complete: a failed build keeps the last good one.
await rm(here("dist.new"), { recursive: true, force: true });
await rm(here("dist.parts"), { recursive: true, force: true });
const { metafile } = await build({
  ...options,
  entryPoints: [{ in: here("src/index.ts"), out: "index" }],
  absWorkingDir: root,
  outdir: here("dist.parts"),
  metafile: true,
  chunkNames: "chunks/[name]-[hash]",
  splitting: true,
  loader: { ".md": "text", ".sql": "text" },
  plugins: [lazyBuiltins, directImports],
  // Bundled CommonJS packages still require Node's own modules.
  banner: { js: 'const require=(id)=>process.getBuiltinModule("node:module").createRequire(import.meta.url)(id);' },
  external,
  // The main file of some packages cannot be bundled; their module file can.
  mainFields: ["module", "main"],
});
await mergeChunks({
  root,
  outputs: metafile.outputs,
  entry: "packages/sdk/src/index.ts",
  groups: {
    run: [
      "packages/sdk/src/runtime/agent-runtime.ts",
      "packages/browser/src/index.ts",
      "packages/host/src/message/compose-message.ts",
      "packages/providers/src/protocols/openai-chat/openai-chat.ts",
      "packages/providers/src/prices/find-prices.ts",
      "packages/providers/src/models/find-model.ts",
      "packages/providers/src/repair/repair-calls.ts",
      "packages/providers/src/repair/dialect-memory.ts",
      "packages/providers/src/tokens/estimate-tokens.ts",
    ],
    work: ["packages/tools/src/all-tools.ts", "packages/workspace/src/index.ts", "packages/workspace/src/sandbox.ts"],
  },
  external,
  into: here("dist.new"),
  minify: { mangle: { keepNames: { class: true, function: false } } },
});
await rm(here("dist.new/modules.json"));
// The bundler loads its helpers first, and `node:module` with them, though the entry uses none: another file for every import.
await removeFrom("index.js", /^import"\.\/chunks\/rolldown-runtime-[^"]*";/);
await rm(here("dist.parts"), { recursive: true, force: true });
// Found next to the chunks that use them.
await mkdir(here("dist.new/grammars"));
for (const file of [findParserProgram(), ...grammarNames.map(findGrammar)])
  await copyFile(file, here(`dist.new/grammars/${basename(file)}`));
await mkdir(here("dist.new/data"));
await copyFile(findWordTable(), here("dist.new/data/words.bin"));
// A separate program, in which custom tools of the user and the project run.
await build({
  ...options,
  entryPoints: [here("../host/src/custom-tools/process/main.ts")],
  outfile: here("dist.new/custom-tools/process.mjs"),
});
await bundleDeclarations(here("src/index.ts"), here("dist.new/index.d.ts"));
await rm(here("dist"), { recursive: true, force: true });
await rename(here("dist.new"), here("dist"));

async function removeFrom(name, text) {
  const file = here(`dist.new/${name}`);
  await writeFile(file, (await readFile(file, "utf8")).replace(text, ""));
}
