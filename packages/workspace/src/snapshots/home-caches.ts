import { join, relative, sep } from "node:path";
import { isInside } from "../files/confine.ts";
import { realPath } from "../files/private-paths.ts";

/** Folders of a home folder that programs fill again by downloading. Often most of the files in it. */
const caches = [
  ".cache",
  ".npm",
  ".yarn/berry/cache",
  ".bun/install/cache",
  ".cargo/git",
  ".cargo/registry",
  ".rustup/toolchains",
  "go/pkg/mod",
  ".m2/repository",
  ".nuget/packages",
  ".local/share/pnpm/store",
  ".nvm/versions",
  ".pyenv/versions",
  ".conda/pkgs",
  ".vscode/extensions",
  ".vscode-server",
  "Library/Caches",
  "AppData/Local/Temp",
];

/** Workspace-relative; none if the workspace does not contain the home folder. */
export function homeCachesIn({ root, home }: { readonly root: string; readonly home: string }): readonly string[] {
  const real = realPath(home);
  if (!isInside(root, real)) return [];
  return caches.map((path) => relative(root, join(real, path)).split(sep).join("/"));
}
