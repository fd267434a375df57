import manifest from "../package.json" with { type: "json" };

/** Set by the bundler, see `build-information.ts`. */
declare const ROO_BUILD: { readonly commit: string; readonly date: string };

export const version: string = manifest.version;

/** `0.1.0 (838b3dc812 2026-11-18)`: with the commit it was built from, and the commit's date. */
export function versionWithBuild(): string {
  if (typeof ROO_BUILD === "undefined" || ROO_BUILD.commit === "unknown") return `${version} (commit unknown)`;
  return `${version} (${ROO_BUILD.commit} ${ROO_BUILD.date})`;
}
