// Puts the chunks that a first request needs into one file. The bundler makes a chunk of whatever two lazily loaded parts share, dozens of them a
// few hundred bytes long, and each costs a start half a millisecond.
import { writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { rolldown } from "rolldown";

/**
 * `outputs` is the bundler's own account of what it wrote; `sources` are the files whose code a first request runs. Beside
 * the chunks, `modules.json` says which sources are in each: the budget of a start names them.
 */
export async function mergeChunks({ root, outputs, entry, sources, external, into }) {
  const start = chunkOf(outputs, entry);
  const atOnce = closureOf(outputs, [start]);
  atOnce.delete(start);
  const needed = closureOf(
    outputs,
    sources.map((source) => chunkOf(outputs, source)),
  );
  const inFile = (chunks) => {
    const paths = new Set([...chunks].map((chunk) => resolve(root, chunk)));
    return (id) => paths.has(id);
  };
  const bundle = await rolldown({
    input: resolve(root, start),
    platform: "node",
    external: [/^node:/, ...external],
    treeshake: false,
    onLog: (level, log, print) => void (log.code === "EVAL" || print(level, log)),
  });
  const { output } = await bundle.write({
    dir: into,
    format: "esm",
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    codeSplitting: {
      groups: [
        // What the program's first lines need stays apart: `roo --version` loads nothing else.
        { name: "entry", test: inFile(atOnce), priority: 2 },
        { name: "run", test: inFile(needed), priority: 1 },
      ],
    },
  });
  await bundle.close();
  const modules = Object.fromEntries(
    output.filter(({ type }) => type === "chunk").map(({ fileName, moduleIds }) => [fileName, sourcesOf(moduleIds)]),
  );
  await writeFile(join(into, "modules.json"), JSON.stringify(modules));

  function sourcesOf(chunks) {
    return chunks.flatMap((chunk) => Object.keys(outputs[relative(root, chunk)]?.inputs ?? {}));
  }
}

function chunkOf(outputs, source) {
  const chunk = Object.entries(outputs).find(([, { inputs }]) =>
    Object.keys(inputs).some((input) => input.endsWith(source)),
  );
  if (!chunk) throw new Error(`${source} is in no chunk`);
  return chunk[0];
}

/** The chunks and all that they import when they are loaded. */
function closureOf(outputs, chunks) {
  const found = new Set(chunks);
  for (const chunk of found) {
    for (const { path, kind } of outputs[chunk]?.imports ?? []) {
      if (kind === "import-statement" && path in outputs) found.add(path);
    }
  }
  return found;
}
