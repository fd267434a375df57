// Merges the chunks needed for the first request into one file. The bundler creates a chunk for everything that two lazily loaded parts share:
// dozens of a few hundred bytes, each of which takes half a millisecond to load.
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { rolldown } from "rolldown";
import { inlineFacades } from "./inline-facades.mjs";

/**
 * `outputs`: the bundler's metafile; `groups`: by the name of a merged file, the sources that are loaded at about the same time, earliest
 * first. Also writes `modules.json`, the sources of each chunk, which `pnpm bench budget` lists. `minify`: as for rolldown.
 */
export async function mergeChunks({ root, outputs, entry, groups, external, into, minify = true }) {
  const start = chunkOf(outputs, entry);
  const entryChunks = closureOf(outputs, [start]);
  entryChunks.delete(start);
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
  const merged = Object.entries(groups).map(([name, sources], index) => ({
    name,
    test: inFile(
      closureOf(
        outputs,
        sources.map((source) => chunkOf(outputs, source)),
      ),
    ),
    priority: 100 - index,
  }));
  const { output } = await bundle.generate({
    format: "esm",
    minify,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    codeSplitting: {
      groups: [
        // Separate, because `roo --version` loads nothing else.
        { name: "entry", test: inFile(entryChunks), priority: 200 },
        ...merged,
      ],
    },
  });
  await bundle.close();
  const written = output.filter(({ type }) => type === "chunk").map(({ fileName, code }) => ({ fileName, code }));
  const unused = new Set(inlineFacades(written));
  await mkdir(join(into, "chunks"), { recursive: true });
  for (const { fileName, code } of written)
    if (!unused.has(fileName)) await writeFile(join(into, fileName), inAscii(code));
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

/** A file with any other character is decoded slowly, and takes twice the memory. */
function inAscii(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
