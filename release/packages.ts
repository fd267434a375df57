/** A package that is published. */
export interface PublishedPackage {
  readonly folder: string;
  /** What npm shows: for users, where the README of the folder is for developers. */
  readonly readme: string;
  /**
   * Bundled from `src/` with all other packages of this repository that it imports, so that it can be installed alone.
   * Without it, the package's own build has already written `dist/`.
   */
  readonly bundle?: { readonly platform: "node" | "neutral" };
  /** Whether it has an API: declarations that are checked, and a report in `api/`. */
  readonly hasApi: boolean;
}

export const publishedPackages: readonly PublishedPackage[] = [
  { folder: "packages/types", readme: "release/readmes/types.md", bundle: { platform: "neutral" }, hasApi: true },
  { folder: "packages/client", readme: "release/readmes/client.md", bundle: { platform: "neutral" }, hasApi: true },
  { folder: "packages/ipc", readme: "release/readmes/ipc.md", bundle: { platform: "node" }, hasApi: true },
  { folder: "apps/cli", readme: "release/readmes/cli.md", hasApi: false },
];
