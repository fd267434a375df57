import { parse } from "smol-toml";
import { missing } from "../find-program.ts";

const notFound = /no matching package named `([\w-]+)`|failed to (?:get|download) `([\w-]+)/;

/**
 * Throws `RooError` `toolchain_missing` when cargo did not find a crate that the exercise itself needs. One that only the solution
 * asks for is the solution's affair: there is no network, and it knew.
 */
export function refuseMissingCrates(output: string, manifest: string): void {
  const found = notFound.exec(output);
  const crate = found?.[1] ?? found?.[2];
  if (crate === undefined || !dependenciesIn(manifest).includes(crate)) return;
  throw missing(`The crate ${crate} is not on this machine, and the exercise needs it.`, "Fetch it with cargo fetch.");
}

function dependenciesIn(manifest: string): readonly string[] {
  const tables: Record<string, unknown> = parse(manifest);
  return ["dependencies", "dev-dependencies"].flatMap((name) => Object.keys(tables[name] ?? {}));
}
