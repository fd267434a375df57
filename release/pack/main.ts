import { rmSync } from "node:fs";
import { join, relative } from "node:path";
import { findRepository } from "../repository.ts";
import { root } from "../workspace.ts";
import { packPackages } from "./pack.ts";

/** `pnpm release:pack`: the tarballs of all packages, in `dist/packages`. */
export async function main(): Promise<number> {
  const into = join(root, "dist/packages");
  rmSync(into, { recursive: true, force: true });
  for (const { tarball, tarballBytes, files } of await packPackages({ into, repository: findRepository() })) {
    const unpacked = [...files.values()].reduce((total, { length }) => total + length, 0);
    const manifest = JSON.parse(files.get("package.json")?.toString() ?? "{}") as Record<string, object | undefined>;
    const count = (key: string) => Object.keys(manifest[key] ?? {}).length;
    console.log(
      `${relative(root, tarball)}  ${kilobytes(tarballBytes)}, unpacked ${kilobytes(unpacked)}, ${files.size} files, ${count("dependencies")} dependencies, ${count("optionalDependencies")} optional`,
    );
  }
  return 0;
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString("en")} kB`;
}
