import { ToolFailure, type Workspace } from "@roo-code/types";

interface WorkspaceLimits {
  /** Throws `ToolFailure` if one of the paths, workspace-relative and with links resolved, may not be written. */
  requireEditable(paths: readonly string[]): void;
  mayExecute(): boolean;
}

/**
 * The workspace as a task may use it: the last line of defence below every tool. Paths are checked when they are
 * written, so that a link created after planning cannot redirect the write.
 */
export function limitWorkspace(workspace: Workspace, limits: WorkspaceLimits): Workspace {
  const { files } = workspace;
  return {
    root: workspace.root,
    commands: workspace.commands,
    execute: async (request) => {
      if (!limits.mayExecute())
        throw new ToolFailure("tool_not_allowed", "ToolNotAllowedError: this task may not run commands.");
      return workspace.execute(request);
    },
    standBy: async () => (limits.mayExecute() ? workspace.standBy?.() : undefined),
    shell: workspace.shell,
    unconfined: async () => workspace.unconfined?.(),
    dispose: () => workspace.dispose(),
    files: {
      resolve: (path) => files.resolve(path),
      stat: (path) => files.stat(path),
      read: (path, window) => files.read(path, window),
      list: (path, options) => files.list(path, options),
      search: (request) => files.search(request),
      versionOf: (content) => files.versionOf(content),
      apply: async (changes) => {
        limits.requireEditable(await Promise.all(changes.map(({ path }) => files.resolve(path))));
        return files.apply(changes);
      },
      finish: async (steps) => {
        limits.requireEditable(await Promise.all(steps.map(({ path }) => files.resolve(path))));
        return files.finish(steps);
      },
    },
  };
}
