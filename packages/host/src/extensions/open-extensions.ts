import { type LoadedHooks, loadHooks } from "@roo-code/store";
import type { Clock, ConfigurationNotice, Hooks, TaskId, ToolEntry } from "@roo-code/types";
import type { CustomTools } from "../custom-tools/load-custom-tools.ts";
import { findToolFolders, notTrusted } from "../custom-tools/tool-files.ts";
import type { Confinement } from "../custom-tools/tool-process.ts";
import type { HeldHooks } from "../hooks/create-hooks.ts";
import { WorkspaceTrust } from "../workspace-trust.ts";

export interface ExtensionsOptions {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** The folder that the configuration is of. */
  readonly workspace: string;
  /** Where the task works: the same, or a copy of it. */
  readonly cwd: string;
  readonly isTrusted: boolean;
  /** Holds tools to what the task may do. */
  readonly confinement?: Confinement;
  readonly taskId: TaskId;
  /** Slug of the mode the task is in now. */
  readonly mode: () => string;
  /** Names that a tool cannot have. */
  readonly builtinNames: readonly string[];
}

/** Hooks and tools of the person's and the project's, until the task is let go. */
export interface Extensions {
  readonly tools: readonly ToolEntry[];
  readonly hooks: Hooks | undefined;
  readonly notices: readonly ConfigurationNotice[];
  /** Ends their processes. May be called twice. */
  dispose(): Promise<void>;
  /** The same at once, for a process about to exit. */
  disposeNow(): void;
}

/** Looks for files, and loads nothing where there are none. Never throws. */
export async function openExtensions(options: ExtensionsOptions): Promise<Extensions> {
  const loaded = await loadHooks(options);
  const [hooks, tools] = await Promise.all([openHooks(loaded, options), openTools(options)]);
  return {
    tools: tools?.entries ?? [],
    hooks,
    notices: [...loaded.notices, ...(tools?.notices ?? [])],
    dispose: async () => tools?.process?.dispose(),
    disposeNow: () => {
      hooks?.disposeNow();
      tools?.process?.disposeNow();
    },
  };
}

async function openHooks({ hooks }: LoadedHooks, options: ExtensionsOptions): Promise<HeldHooks | undefined> {
  if (hooks.length === 0) return undefined;
  const { createHooks } = await import("../hooks/create-hooks.ts");
  const { taskId, cwd, mode, environment, clock } = options;
  return createHooks({ hooks, taskId, workspace: cwd, mode, environment, clock, isTrusted: trustOf(options) });
}

type OpenedTools = Pick<CustomTools, "entries" | "notices"> & { readonly process?: CustomTools["process"] };

async function openTools(options: ExtensionsOptions): Promise<OpenedTools | undefined> {
  const found = findToolFolders(options);
  if (found.length === 0) return undefined;
  const folders = found.filter(({ origin }) => origin === "user" || options.isTrusted);
  const withheld = found.filter((folder) => !folders.includes(folder)).map(notTrusted);
  if (folders.length === 0) return { entries: [], notices: withheld };
  const { loadCustomTools } = await import("../custom-tools/load-custom-tools.ts");
  const { taskId, cwd, mode } = options;
  const tools = await loadCustomTools({
    ...options,
    folders,
    isTrusted: trustOf(options),
    context: () => ({ taskId, cwd, mode: mode() }),
  });
  return { ...tools, notices: [...withheld, ...tools.notices] };
}

/** Asked again each time: a file that changes while the task runs is one that nobody has accepted. */
function trustOf({ home, workspace }: ExtensionsOptions): () => boolean {
  const trust = new WorkspaceTrust(home);
  return () => trust.isTrusted(workspace);
}
