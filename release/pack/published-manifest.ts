import type { Manifest } from "../workspace.ts";

interface Published {
  readonly manifest: Manifest;
  /** `owner/name` on GitHub. Without it, npm cannot say where a package was built. */
  readonly repository?: string | undefined;
  /** In place of those of the manifest, which are for this repository. */
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly man?: readonly string[];
  /** What is in the package, besides what npm always includes. */
  readonly files: readonly string[];
}

/** The `package.json` that is published: without what only this repository needs. */
export function publishedManifest({ manifest, repository, dependencies, exports, man, files }: Published): object {
  return {
    name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    keywords: manifest.keywords,
    license: manifest.license,
    ...(repository === undefined ? {} : repositoryFields(repository)),
    type: manifest.type,
    sideEffects: manifest.sideEffects,
    bin: manifest.bin,
    man,
    exports: exports ?? manifest.publishConfig?.exports ?? { "./package.json": "./package.json" },
    files,
    engines: manifest.engines ?? { node: ">=22.12" },
    dependencies: dependencies ?? manifest.dependencies,
    optionalDependencies: manifest.optionalDependencies,
    publishConfig: { access: "public", provenance: true },
  };
}

function repositoryFields(repository: string): object {
  const address = `https://github.com/${repository}`;
  return {
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
    repository: { type: "git", url: `git+${address}.git` },
  };
}
