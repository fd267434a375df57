import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the checkout, without a slash at its end. */
export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/** The part of a `package.json` that matters here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly type?: string;
  readonly sideEffects?: boolean;
  readonly keywords?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Name → folder of every package of this repository, relative to the root. */
export function workspaceFolders(checkout = root): ReadonlyMap<string, string> {
  const folders = ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(checkout, parent)).map((name) => `${parent}/${name}`),
  );
  return new Map(
    folders
      .filter((folder) => existsSync(join(checkout, folder, "package.json")))
      .map((folder) => [readManifest(join(checkout, folder)).name, folder]),
  );
}
