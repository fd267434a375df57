import { realpathSync } from "node:fs";
import type { WorkspaceShell } from "@roo-code/types";
import { childEnvironment, localShell } from "@roo-code/workspace";

/** What judges of commands ask about this machine, for a workspace that no task is open in. */
export function shellAt({ root, home }: { readonly root: string; readonly home?: string }): WorkspaceShell {
  const real = realFolder(root);
  return localShell({
    root: { given: root, real },
    environment: childEnvironment(process.env),
    sandboxHome: home,
  });
}

function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
