import { createCodeIndex, type WorkspaceIndex } from "@roo-code/index";
import type { Settings } from "@roo-code/types";
import { LocalWorkspace } from "@roo-code/workspace";

export type { BuildProgress, IndexStatus, WorkspaceIndex } from "@roo-code/index";

export interface OpenCodeIndexOptions {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The folder, and the settings that apply in it. */
  readonly workspace: string;
  readonly settings: Settings;
  readonly onNotice: (message: string) => void;
}

/** The code index of a folder, without a task. */
export function openCodeIndex(options: OpenCodeIndexOptions): WorkspaceIndex {
  const { home, environment, settings, onNotice } = options;
  const workspace = new LocalWorkspace({ root: options.workspace, environment });
  return createCodeIndex({
    home,
    root: workspace.root,
    files: workspace.files,
    environment,
    onNotice,
    settings: settings.embeddings,
  });
}
