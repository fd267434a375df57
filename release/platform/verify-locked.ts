import type { StagedPackage } from "./stage.ts";

/**
 * Throws unless every installed package is the one of the lockfile, byte for byte: what is released is what was tested.
 * `locked`: `name@version` → integrity.
 */
export function verifyLocked(packages: readonly StagedPackage[], locked: ReadonlyMap<string, string>): void {
  const wrong = packages
    .filter(({ name }) => name !== "@roo-code/cli")
    .filter(({ name, version, integrity }) => integrity === undefined || locked.get(`${name}@${version}`) !== integrity)
    .map(({ name, version, integrity }) => `${name}@${version} (${integrity ?? "without a digest"})`);
  if (wrong.length > 0) throw new Error(`These packages are not those of pnpm-lock.yaml: ${wrong.join(", ")}`);
}
