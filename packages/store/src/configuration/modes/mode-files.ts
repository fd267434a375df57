import { lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { RooError, systemErrorCode } from "@roo-code/types";
import { isInside } from "../../files/real-path.ts";
import { replaceFile } from "../../files/replace-file.ts";
import type { ConfigurationOrigin, ConfigurationRoot } from "../files/configuration-root.ts";
import { type ConfigurationFolders, configurationRoots, filesBelow } from "../files/configuration-roots.ts";
import type { ModeRulesFile } from "./exchanged-mode.ts";

/** The folders for modes of a user or a project, relative to a root that writes cannot leave. */
interface ModeFolders {
  readonly root: string;
  /** Relative to the root. */
  readonly modes: string;
  readonly rules: (slug: string) => string;
}

export function modeFolders({ home, workspace }: ConfigurationFolders, origin: ConfigurationOrigin): ModeFolders {
  if (origin === "user") return { root: home, modes: "modes", rules: (slug) => `rules-${slug}` };
  return { root: workspace, modes: join(".roo", "modes"), rules: (slug) => join(".roo", `rules-${slug}`) };
}

const maxBytes = 1_000_000;

/** The rules of a mode: the project's for a mode of the project, the user's for one of the user, else either. */
export function modeRulesFiles(
  folders: ConfigurationFolders,
  { slug, origin }: { readonly slug: string; readonly origin: "builtin" | "user" | "project" },
): readonly ModeRulesFile[] {
  const { user, project } = configurationRoots(folders);
  const own = origin === "project" ? [project] : origin === "user" ? [user] : [project, user];
  return own.map((root) => filesIn(root, modeFolders(folders, root.origin).rules(slug))).find(isFilled) ?? [];
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

const fileMode = 0o644;

/** Throws `RooError` if a symlink on the path leads out of the root. */
export async function writeInside(root: string, path: string, content: string): Promise<void> {
  const absolute = join(root, path);
  mkdirSync(root, { recursive: true });
  let folder = dirname(absolute);
  while (!statSync(folder, { throwIfNoEntry: false })) folder = dirname(folder);
  const isLink = lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isLink || !isInside(realpathSync.native(root), realpathSync.native(folder))) throw leadsOut(path);
  try {
    await replaceFile(absolute, content, fileMode);
  } catch (error) {
    throw notWritten(path, error);
  }
}

function leadsOut(path: string): RooError {
  return new RooError({
    code: "outside_workspace",
    message: `${path} was not written: it is a symbolic link, or one on its path leads elsewhere.`,
    next: "Remove the link, or write the file yourself.",
  });
}

function notWritten(path: string, cause: unknown): RooError {
  return new RooError({
    code: "project_not_writable",
    message: `${path} cannot be written (${systemErrorCode(cause) ?? "unknown error"}).`,
    next: "Check the folder's permissions and the free disk space, then try again.",
    cause,
  });
}
