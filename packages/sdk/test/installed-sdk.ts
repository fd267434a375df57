import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL("..", import.meta.url));
export const rootFolder = join(packageFolder, "..", "..");

export interface InstalledSdk extends AsyncDisposable {
  /** A folder with nothing but the packed SDK in its node_modules. */
  readonly folder: string;
  /** Copies an example into the folder. */
  addExample(name: string): Promise<string>;
  /** Makes other packages available, as if they were installed. */
  link(...names: readonly string[]): Promise<void>;
}

/** Packs the built SDK and installs the archive into an empty folder, offline and without optional packages. */
export async function installSdk(): Promise<InstalledSdk> {
  if (!existsSync(join(packageFolder, "dist", "index.d.ts")))
    throw new Error("The SDK is not built: node packages/sdk/build.mjs");
  const base = await mkdtemp(join(tmpdir(), "roo-sdk-test-"));
  const folder = join(base, "project");
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const quiet = ["--offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const packed = await run("npm", ["pack", "--json", "--pack-destination", base, ...quiet], { cwd: packageFolder });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  const archive = join(base, filename);
  await run("npm", ["install", "--omit=optional", "--ignore-scripts", ...quiet, archive], { cwd: folder });
  return {
    folder,
    async addExample(name) {
      const target = join(folder, name);
      await cp(join(rootFolder, "examples", name), target, { recursive: true });
      return target;
    },
    async link(...names) {
      for (const name of names) {
        const places = [packageFolder, rootFolder].map((place) => join(place, "node_modules", name));
        const target = join(folder, "node_modules", name);
        await mkdir(dirname(target), { recursive: true });
        await symlink(places.find((place) => existsSync(place)) ?? name, target);
      }
    },
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}
