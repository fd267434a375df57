// Bundles the CLI into dist/: a tiny entry, and chunks that load when first used.
import { copyFile, cp, mkdir, rename, rm } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { findWordTable } from "../../packages/index/src/embed/word-table-file.ts";
import { findGrammar, findParserProgram } from "../../packages/index/src/syntax/grammar-files.ts";
import { grammarNames } from "../../packages/index/src/syntax/languages.ts";
import { buildWeb } from "../web/build.mjs";
import { compileAhead } from "./compile-ahead.mjs";
import { directImports } from "./direct-imports.mjs";
import { mergeChunks } from "./merge-chunks.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * An import of a Node module also loads what the module defines lazily: `node:fs` loads streams and promises, `node:http` a second HTTP
 * client. Here only the names that are used are read, and the functions of `node:fs/promises` and its like when they are called.
 */
const lazyBuiltins = {
  name: "lazy-builtins",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:/ }, ({ path, kind, importer }) => {
      // What is also imported by a module that is required gets a wrapper, in which every name counts as used.
      const isOurs = !importer.includes("node_modules");
      const namespace = kind === "dynamic-import" ? "builtin-whole" : isOurs ? "builtin" : "builtin-object";
      return { path, namespace, sideEffects: false };
    });
    bundler.onLoad({ filter: /.*/, namespace: "builtin-object" }, ({ path }) => ({
      contents: `module.exports = ${builtin(path)}`,
    }));
    bundler.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: [
        ...namesOf(path).map((name) => `export const ${name} = ${valueOf(path, name)};`),
        `export default /* @__PURE__ */ (() => ${builtin(path)})();`,
      ].join("\n"),
    }));
    bundler.onLoad({ filter: /.*/, namespace: "builtin-whole" }, ({ path }) => ({
      contents: `const builtin = ${builtin(path)};
export const { ${namesOf(path).join(", ")} } = builtin;
export default builtin;`,
    }));
  },
};

function builtin(path) {
  return `process.getBuiltinModule(${JSON.stringify(path)})`;
}

/** Marked as pure, so that the bundler drops the names that nobody uses. */
function valueOf(path, name) {
  if (path === "node:fs/promises" && name === "constants") return valueOf("node:fs", name);
  if (path.endsWith("/promises") && typeof process.getBuiltinModule(path)[name] === "function")
    return `/* @__PURE__ */ (() => (...args) => ${builtin(path)}.${name}(...args))()`;
  return `/* @__PURE__ */ (() => ${builtin(path)}.${name})()`;
}

function namesOf(path) {
  return Object.keys(process.getBuiltinModule(path)).filter(
    (name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default",
  );
}

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
