import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services/services.ts";

export function backupHandlers({ backups, workspaces }: Services): Handlers<"backups"> {
  return {
    async list(_, { principal: { owner } }) {
      return { backups: await backups.list(owner) };
    },
    async create({ params }, { principal: { owner } }) {
      return backups.create(await workspaces.requireFolder(owner, params.workspaceId));
    },
    async get({ params }, { principal: { owner } }) {
      return backups.get(owner, params.backupId);
    },
    async download({ params }, { principal: { owner } }) {
      const { name } = await backups.get(owner, params.backupId);
      const stream = await backups.open(owner, params.backupId);
      return { stream, contentType: "application/gzip", fileName: `${name}.tar.gz` };
    },
    async restore({ params, body }, { principal: { owner } }) {
      const { name } = await backups.get(owner, params.backupId);
      const content = await backups.open(owner, params.backupId);
      return workspaces.view(await workspaces.restore(owner, body.name ?? name, content));
    },
    async remove({ params }, { principal: { owner } }) {
      await backups.remove(owner, params.backupId);
      return {};
    },
  };
}
