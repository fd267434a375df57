// Merges the chunks needed for the first request into one file. The bundler creates a chunk for everything that two lazily loaded parts share:
// dozens of a few hundred bytes, each of which takes half a millisecond to load.
import { writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { rolldown } from "rolldown";

/**
 * `outputs`: the bundler's metafile; `sources`: the files that the first request runs. Also writes `modules.json`, the sources of
 * each chunk, which `pnpm bench budget` lists.
 */
export async function mergeChunks({ root, outputs, entry, sources, external, into }) {
  const start = chunkOf(outputs, entry);
  const entryChunks = closureOf(outputs, [start]);
  entryChunks.delete(start);
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
        // Separate, because `roo --version` loads nothing else.
        { name: "entry", test: inFile(entryChunks), priority: 2 },
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
  if (!chunk) throw new Error(`no chunk contains ${source}`);
  return chunk[0];
}

/** The chunks and everything they import statically. */
function closureOf(outputs, chunks) {
  const found = new Set(chunks);
  for (const chunk of found) {
    for (const { path, kind } of outputs[chunk]?.imports ?? []) {
      if (kind === "import-statement" && path in outputs) found.add(path);
    }
  }
  return found;
}
