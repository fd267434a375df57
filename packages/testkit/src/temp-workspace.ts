import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { LocalWorkspace, type LocalWorkspaceOptions } from "@roo-code/workspace";

export interface TempWorkspace extends AsyncDisposable {
  /** Absolute, through all links. */
  readonly root: string;
  readonly workspace: LocalWorkspace;
  /** The absolute path of a workspace-relative one. */
  path(relative: string): string;
  /** Straight from the disk, past the workspace. */
  readText(relative: string): string;
  /** Straight to the disk, as another program would; creates folders. */
  write(relative: string, content: string | Uint8Array): void;
}

export interface TempWorkspaceOptions extends Omit<LocalWorkspaceOptions, "root"> {
  /** The folder is the person's home folder as well. */
  readonly isHome?: boolean;
}

/** A folder of its own with the given files; gone, with every process started in it, when disposed. */
export function createTempWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { isHome = false, ...options }: TempWorkspaceOptions = {},
): TempWorkspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "roo-workspace-")));
  const { environment = process.env } = options;
  const workspace = new LocalWorkspace({
    root,
    ...options,
    ...(isHome && { environment: { ...environment, HOME: root } }),
  });
  const path = (relative: string): string => join(root, relative);
  const write = (relative: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(path(relative)), { recursive: true });
    writeFileSync(path(relative), content);
  };
  for (const [relative, content] of Object.entries(files)) write(relative, content);
  return {
    root,
    workspace,
    path,
    write,
    readText: (relative) => readFileSync(path(relative), "utf8"),
    async [Symbol.asyncDispose]() {
      await workspace.dispose();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
