import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { LocalWorkspace } from "@roo-code/workspace";

export interface TempWorkspace extends AsyncDisposable {
  /** Absolute, with all links resolved. */
  readonly root: string;
  readonly workspace: LocalWorkspace;
  /** The absolute path of a workspace-relative one. */
  path(relative: string): string;
  /** Reads from disk, bypassing the workspace. */
  readText(relative: string): string;
  /** Writes to disk as another program would; creates folders. */
  write(relative: string, content: string | Uint8Array): void;
}

export interface TempWorkspaceOptions extends Omit<ConstructorParameters<typeof LocalWorkspace>[0], "root"> {
  /** Whether the folder is also the user's home folder. */
  readonly isHome?: boolean;
}

/** A new folder with the given files; removed on dispose, with every process started in it. */
export function createTempWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { isHome = false, ...options }: TempWorkspaceOptions = {},
): TempWorkspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "roo-workspace-")));
  const { environment = process.env } = options;
  const workspace = new LocalWorkspace({
    root,
    ...options,
    environment: isHome ? { ...environment, HOME: root } : options.environment,
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
