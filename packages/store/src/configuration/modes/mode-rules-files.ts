import { dirname, relative, sep } from "node:path";
import type { ConfigurationRoot } from "../files/configuration-root.ts";
import { type ConfigurationPlaces, configurationRoots } from "../files/configuration-roots.ts";
import { filesBelow } from "../files/files-below.ts";
import type { ModeRulesFile } from "./exchanged-mode.ts";
import { modeFolders } from "./mode-folders.ts";

const maxBytes = 1_000_000;

/** The rules of a mode that lie beside it: the project's for a mode of the project, else the person's. */
export function modeRulesFiles(
  places: ConfigurationPlaces,
  { slug, origin }: { readonly slug: string; readonly origin: "builtin" | "user" | "project" },
): readonly ModeRulesFile[] {
  const { user, project } = configurationRoots(places);
  const own = origin === "project" ? [project] : origin === "user" ? [user] : [project, user];
  return own.map((root) => filesIn(root, modeFolders(places, root.origin).rules(slug))).find(isFilled) ?? [];
}

function filesIn(root: ConfigurationRoot, path: string): ModeRulesFile[] {
  const folder = root.find(path);
  if (folder?.kind !== "folder") return [];
  const files = filesBelow(root, folder, { folders: "all" });
  return files
    .flatMap((file) => {
      const content = root.readWhole(file, maxBytes);
      const relativePath = relative(folder.path, file.path).split(sep).join("/");
      return content === undefined ? [] : [{ relativePath, content }];
    })
    .sort((left, right) => (byFolder(left) < byFolder(right) ? -1 : 1));
}

function byFolder({ relativePath }: ModeRulesFile): string {
  return `${dirname(relativePath)}\0${relativePath}`;
}

function isFilled(files: readonly ModeRulesFile[]): boolean {
  return files.length > 0;
}
