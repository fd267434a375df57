import type { TomlTable } from "smol-toml";
import { parse, stringify } from "smol-toml";
import { toolchainMissing } from "./find-program.ts";
import type { LanguageFiles } from "./grader.ts";
import { dataFile, isToolConfig } from "./source-files.ts";

const testFolders = /^(tests|benches|examples)\//;

export const rustFiles: LanguageFiles = {
  isTest: (path) => /^tests\/[^/]+\.rs$/.test(path),
  isSolution: (path) => path.startsWith("src/") || path === "Cargo.toml",
  mayBeAdded: (path) => (path.endsWith(".rs") || dataFile.test(path)) && !testFolders.test(path) && !isToolConfig(path),
  merge: (path, versions) => (path === "Cargo.toml" ? mergeManifest(versions) : undefined),
};

/** The tables a solution may set. The rest of its manifest could run programs or replace our tests. */
const mergedTables = ["dependencies", "dev-dependencies", "features"];
const publishedCrateKeys = new Set(["version", "features", "default-features", "optional"]);

/** The pristine manifest plus the crates that the solution depends on. */
function mergeManifest({ pristine, own }: { pristine: string; own: string }): string {
  const manifest = parse(pristine);
  const solution = parseOwn(own);
  for (const table of mergedTables) {
    const entries = solution[table];
    if (isTable(entries)) manifest[table] = table === "features" ? entries : publishedOnly(entries);
  }
  return stringify(manifest);
}

/** An invalid manifest adds nothing: cargo would have refused it, and the build fails on the missing crates. */
function parseOwn(text: string): TomlTable {
  try {
    return parse(text);
  } catch {
    return {};
  }
}

/** A local crate may have a build script, which runs before the tests are compiled. */
function publishedOnly(entries: TomlTable): TomlTable {
  return Object.fromEntries(
    Object.entries(entries).filter(
      ([, value]) =>
        typeof value === "string" || (isTable(value) && Object.keys(value).every((key) => publishedCrateKeys.has(key))),
    ),
  );
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

const crateNotFound = /no matching package named `([\w-]+)`|failed to (?:get|download) `([\w-]+)/;

/**
 * Throws `RooError` `toolchain_missing` if cargo did not find a crate that the exercise itself needs. A crate that only the
 * solution depends on is the solution's fault, because there is no network.
 */
export function refuseMissingCrates(output: string, manifest: string): void {
  const found = crateNotFound.exec(output);
  const crate = found?.[1] ?? found?.[2];
  if (crate === undefined || !dependenciesIn(manifest).includes(crate)) return;
  throw toolchainMissing(`The exercise needs the crate ${crate}, which is not on this machine.`, "Run cargo fetch.");
}

function dependenciesIn(manifest: string): readonly string[] {
  const tables: Record<string, unknown> = parse(manifest);
  return ["dependencies", "dev-dependencies"].flatMap((name) => Object.keys(tables[name] ?? {}));
}
