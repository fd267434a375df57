import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services/services.ts";
import { taskOwner } from "../services/tasks.ts";

export function usageHandlers({ tasks, workspaces }: Services): Handlers<"usage"> {
  return {
    async get({ query: { by, from, to, workspaceId } }, { principal: { owner } }) {
      const folder = workspaceId && (await workspaces.require(owner, workspaceId)).folder;
      if (owner === taskOwner) await tasks.projections.refresh(() => tasks.listOf(owner));
      const sums = await tasks.projections.usage(owner, { by: by === "workspace" ? "folder" : by, from, to, folder });
      const names = by === "workspace" ? await idsByFolder(owner) : undefined;
      return {
        rows: sums.rows.map((row) => ({ ...row, key: names?.get(row.key) ?? row.key })),
        total: sums.total,
      };
    },
  };

  async function idsByFolder(owner: string): Promise<ReadonlyMap<string, string>> {
    return new Map((await workspaces.records.list(owner)).map(({ folder, id }) => [folder, id]));
  }
}
