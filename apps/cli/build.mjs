// Bundles the CLI into dist/: a tiny entry, and chunks that load when first used.
import { copyFile, cp, mkdir, rename, rm } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { findWordTable } from "../../packages/index/src/embed/word-table-file.ts";
import { findGrammar, findParserProgram } from "../../packages/index/src/syntax/grammar-files.ts";
import { grammarNames } from "../../packages/index/src/syntax/languages.ts";
import { buildWeb } from "../web/build.mjs";
import { buildInformation } from "./build-information.ts";
import { compileAhead } from "./compile-ahead.mjs";
import { directImports } from "./direct-imports.mjs";
import { lazyBuiltins } from "./lazy-builtins.mjs";
import { mergeChunks } from "./merge-chunks.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const root = here("../..");
// Native modules, and one that is too large for a rarely used feature.
const external = ["@vscode/ripgrep", "@napi-rs/keyring", "@lydell/node-pty", "playwright-core"];

// Built in a new folder and moved when complete: a failed build keeps the last good one.
await rm(here("dist.new"), { recursive: true, force: true });
await rm(here("dist.parts"), { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: [{ in: here("src/roo.ts"), out: "roo" }],
  absWorkingDir: root,
  outdir: here("dist.parts"),
  metafile: true,
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node22.12",
  loader: { ".md": "text", ".sql": "text" },
  define: { ROO_BUILD: JSON.stringify(buildInformation(root)) },
  plugins: [lazyBuiltins, directImports],
  // Bundled CommonJS packages still require Node's own modules. Created on first use, so that it does not slow the start.
  banner: { js: 'const require=(id)=>process.getBuiltinModule("node:module").createRequire(import.meta.url)(id);' },
  external,
  // The main file of some packages cannot be bundled; their module file can.
  mainFields: ["module", "main"],
  legalComments: "none",
  logLevel: "warning",
});
await mergeChunks({
  root,
  outputs: metafile.outputs,
  entry: "apps/cli/src/roo.ts",
  groups: {
    // Before the first request.
    run: [
      "apps/cli/src/main.ts",
      "apps/cli/src/commands/run.ts",
      "packages/browser/src/index.ts",
      "packages/host/src/message/compose-message.ts",
      "packages/providers/src/protocols/openai-chat/openai-chat.ts",
      "packages/providers/src/prices/find-prices.ts",
      "packages/providers/src/models/find-model.ts",
      "packages/providers/src/repair/repair-calls.ts",
      "packages/providers/src/repair/dialect-memory.ts",
      "packages/providers/src/tokens/estimate-tokens.ts",
    ],
    // With the first calls of tools.
    work: [
      "packages/tools/src/all-tools.ts",
      "packages/workspace/src/index.ts",
      "packages/workspace/src/sandbox.ts",
      "packages/engine/src/approvals/command-requirements.ts",
      "packages/engine/src/approvals/shell/parse-shell.ts",
      "packages/engine/src/approvals/shell/read-command.ts",
    ],
  },
  external,
  into: here("dist.new"),
});
await rm(here("dist.parts"), { recursive: true, force: true });
// Found next to the chunks that use them.
await mkdir(here("dist.new/grammars"));
for (const file of [findParserProgram(), ...grammarNames.map(findGrammar)])
  await copyFile(file, here(`dist.new/grammars/${basename(file)}`));
await mkdir(here("dist.new/data"));
await copyFile(findWordTable(), here("dist.new/data/words.bin"));
// Exercises, and the programs that run their tests.
for (const folder of ["suites", "runners"])
  await cp(here(`../../packages/evals/${folder}`), here(`dist.new/evals/${folder}`), { recursive: true });
// A separate program, in which custom tools run isolated from the agent.
await build({
  entryPoints: [here("../../packages/host/src/custom-tools/process/main.ts")],
  outfile: here("dist.new/custom-tools/process.mjs"),
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node22.12",
  legalComments: "none",
});
await buildWeb(here("dist.new/web"));
await rm(here("dist"), { recursive: true, force: true });
await rename(here("dist.new"), here("dist"));
// Compiled code is found by the path of its file, so only now.
await compileAhead(here("dist/roo.js"), here("dist/compiled"));
