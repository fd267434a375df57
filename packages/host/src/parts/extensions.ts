import { type LoadedHooks, loadHooks } from "@roo-code/store";
import { builtinTools } from "@roo-code/tools";
import { WorkspaceTrust } from "../configuration/workspace-trust.ts";
import type { CustomTools } from "../custom-tools/load-custom-tools.ts";
import { findToolFolders, notTrusted } from "../custom-tools/tool-files.ts";
import type { DisposableHooks } from "../hooks/create-hooks.ts";
import type { PartContext, TaskPart } from "./task-part.ts";

type Context = Pick<
  PartContext,
  "home" | "environment" | "clock" | "configuration" | "folder" | "workspace" | "taskId" | "capabilities"
>;

/** Hooks and tools of the user and the project. Loads nothing if there are none. */
export async function extensionsPart(context: Context): Promise<TaskPart | undefined> {
  const { home, configuration } = context;
  const { workspace, isTrusted, readsFiles } = configuration;
  if (!readsFiles) return undefined;
  const loaded = await loadHooks({ home, workspace, isTrusted });
  const [hooks, tools] = await Promise.all([openHooks(loaded, context), openTools(context)]);
  return {
    name: "extensions",
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

async function openHooks({ hooks }: LoadedHooks, context: Context): Promise<DisposableHooks | undefined> {
  if (hooks.length === 0) return undefined;
  const { createHooks } = await import("../hooks/create-hooks.ts");
  const { taskId, folder, environment, clock, capabilities } = context;
  return createHooks({
    hooks,
    taskId,
    workspace: folder,
    mode: () => capabilities.mode.slug,
    environment,
    clock,
    isTrusted: trustOf(context),
  });
}

type OpenedTools = Pick<CustomTools, "entries" | "notices"> & { readonly process?: CustomTools["process"] };

async function openTools(context: Context): Promise<OpenedTools | undefined> {
  const { home, environment, configuration, taskId, folder: cwd, workspace: confinement, capabilities } = context;
  const { workspace, isTrusted } = configuration;
  const found = findToolFolders({ home, workspace });
  if (found.length === 0) return undefined;
  const folders = found.filter(({ origin }) => origin === "user" || isTrusted);
  const withheld = found.filter((folder) => !folders.includes(folder)).map(notTrusted);
  if (folders.length === 0) return { entries: [], notices: withheld };
  const { loadCustomTools } = await import("../custom-tools/load-custom-tools.ts");
  const tools = await loadCustomTools({
    home,
    environment,
    cwd,
    confinement,
    folders,
    builtinNames: builtinTools.map(({ name }) => name),
    isTrusted: trustOf(context),
    context: () => ({ taskId, cwd, mode: capabilities.mode.slug }),
  });
  return { ...tools, notices: [...withheld, ...tools.notices] };
}

/** Evaluated each time: files that change while the task runs have not been reviewed. */
function trustOf({ home, configuration }: Context): () => boolean {
  const trust = new WorkspaceTrust(home);
  return () => trust.isTrusted(configuration.workspace);
}
