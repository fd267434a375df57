import { parse, stringify, type TomlTable } from "smol-toml";

/** What a solution may ask for. The rest of its manifest could run programs or put other tests in place of ours. */
const taken = ["dependencies", "dev-dependencies", "features"];
const fetched = new Set(["version", "features", "default-features", "optional"]);

/** The pristine manifest, with the crates that the solution wants. */
export function mergeManifest({ pristine, own }: { pristine: string; own: string }): string {
  const manifest = parse(pristine);
  const wanted = parseOwn(own);
  for (const table of taken) {
    const entries = wanted[table];
    if (isTable(entries)) manifest[table] = table === "features" ? entries : publishedOnly(entries);
  }
  return stringify(manifest);
}

/** One that cannot be read asks for nothing: cargo would have refused it, and does so with what is missing. */
function parseOwn(text: string): TomlTable {
  try {
    return parse(text);
  } catch {
    return {};
  }
}

/** A crate in a folder may have a build script, which runs before the tests are compiled. */
function publishedOnly(entries: TomlTable): TomlTable {
  return Object.fromEntries(
    Object.entries(entries).filter(
      ([, value]) =>
        typeof value === "string" || (isTable(value) && Object.keys(value).every((key) => fetched.has(key))),
    ),
  );
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
