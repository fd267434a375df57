import { readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { modelServer } from "./model-server.ts";
import { runToEnd } from "./turn.ts";
import { benchEnvironment, benchWorkspace, roo, rooRunArguments, root } from "./workspace.ts";

const dist = join(root, "apps", "cli", "dist");

export interface LoadedAtStart {
  /** Files of the built program that were loaded. */
  readonly files: readonly string[];
  readonly bytes: number;
  /** The source files bundled in them. */
  readonly modules: readonly string[];
  /** Node's own modules that the program asked for, as `node:fs`. */
  readonly builtins: readonly string[];
}

/** The modules that `roo run` loads before its first request. */
export async function loadedAtStart(): Promise<LoadedAtStart> {
  const { folder, home, dispose } = benchWorkspace(1);
  const record = join(home, "loaded.txt");
  const server = await modelServer({ turns: 0 });
  const preload = new URL("loaded-modules.mjs", import.meta.url).href;
  const env = { ...benchEnvironment(home), NODE_OPTIONS: `--import=${preload}`, ROO_LOADED_MODULES: record };
  let noted: readonly string[];
  try {
    await runToEnd(roo, rooRunArguments(server.url, folder, "hello"), env);
    noted = readFileSync(record, "utf8").trim().split("\n");
  } finally {
    await server.close();
    dispose();
  }
  const requestAt = noted.indexOf("request");
  if (requestAt < 0) throw new Error("roo run was not seen to send a request");
  const loaded = [...new Set(noted.slice(0, requestAt))];
  const sources: Record<string, string[]> = JSON.parse(readFileSync(join(dist, "modules.json"), "utf8"));
  const files = loaded
    .filter((url) => url.startsWith("file:"))
    .map((url) => relative(dist, fileURLToPath(url)))
    .filter((file) => file in sources);
  return {
    files,
    bytes: files.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0),
    modules: files
      .flatMap((file) => sources[file] ?? [])
      .map(withoutVersion)
      .toSorted(),
    builtins: loaded.filter((url) => url.startsWith("node:")).toSorted(),
  };
}

/** `node_modules/.pnpm/ignore@7.0.14/node_modules/ignore/index.js` → `node_modules/ignore/index.js` */
function withoutVersion(source: string): string {
  return source.replace(/node_modules\/\.pnpm\/[^/]+\//, "");
}
