import { existsSync } from "node:fs";
import { join } from "node:path";
import type { WorkspaceIndex } from "@roo-code/index";
import { RooError, ToolFailure } from "@roo-code/types";
import { once } from "../once.ts";
import type { PartContext, TaskPart } from "./task-part.ts";

/** Outlines of source files; the parser is loaded with the first file. */
export function outlinePart(): TaskPart {
  const open = once(async () => (await import("@roo-code/index")).createOutline());
  return {
    name: "outline",
    ports: { outline: { outline: async (path, content) => (await open()).outline(path, content) } },
  };
}

type Context = Pick<PartContext, "home" | "environment" | "configuration" | "workspace">;

/** Semantic search, if the settings enable it or an index exists. */
export async function codeIndexPart(context: Context): Promise<TaskPart | undefined> {
  const { home, environment, configuration, workspace } = context;
  const { codeIndex, embeddings: settings } = configuration.settings;
  const { root, files } = workspace;
  if (!(codeIndex ?? (await isIndexed(home, root)))) return undefined;
  let opened: WorkspaceIndex | undefined;
  const open = once(async () => {
    const { createCodeIndex } = await import("@roo-code/index");
    opened = createCodeIndex({ home, root, files, environment, settings, watch: true });
    return opened;
  });
  return {
    name: "code index",
    ports: { codeIndex: { search: async (request) => (await open().catch(asToolFailure)).search(request) } },
    dispose: async () => opened?.close(),
  };
}

/** Looks for the folder of all indexes first, so that nothing is loaded if none was ever built. */
async function isIndexed(home: string, root: string): Promise<boolean> {
  if (!existsSync(join(home, "index"))) return false;
  return (await import("@roo-code/index")).hasIndex(home, root);
}

/** Invalid settings must not end the task. */
function asToolFailure(error: unknown): never {
  if (!(error instanceof RooError)) throw error;
  throw new ToolFailure("index_unavailable", `${error.message} Tell the user, and use search_files.`);
}
