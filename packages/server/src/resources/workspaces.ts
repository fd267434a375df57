import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { WorkspaceRecord } from "@roo-code/host/database";
import { packFolder, Repository } from "@roo-code/host/folder";
import { RooError, systemErrorCode } from "@roo-code/types";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services/services.ts";
import { isFolder, isInRepository } from "../services/workspace-folders.ts";

export function workspaceHandlers(services: Services): Handlers<"workspaces"> {
  const { workspaces, environment } = services;

  const repositoryOf = async (record: WorkspaceRecord, signal: AbortSignal): Promise<Repository> =>
    Repository.open({ folder: record.folder, environment, isTrusted: workspaces.isTrusted(record), signal });

  return {
    async list(_, { principal: { owner } }) {
      return { workspaces: await workspaces.list(owner) };
    },
    async open({ body }, { principal: { owner } }) {
      return workspaces.view(await workspaces.open(owner, body));
    },
    async clone({ body }, { principal: { owner }, signal }) {
      return workspaces.view(await workspaces.clone(owner, body, signal));
    },
    async get({ params }, { principal: { owner } }) {
      return workspaces.view(await workspaces.require(owner, params.workspaceId));
    },
    async forget({ params }, { principal: { owner } }) {
      await workspaces.forget(owner, params.workspaceId);
      return {};
    },
    async folders({ query }) {
      return foldersBelow(resolve(query.folder ?? homedir()));
    },
    async trust({ params, body }, { principal: { owner } }) {
      const record = await workspaces.requireFolder(owner, params.workspaceId);
      workspaces.trust(record, body.isTrusted);
      return workspaces.view(record);
    },
    async status({ params }, { principal: { owner }, signal }) {
      const record = await workspaces.requireFolder(owner, params.workspaceId);
      return (await repositoryOf(record, signal)).status();
    },
    async diff({ params, query }, { principal: { owner }, signal }) {
      const record = await workspaces.requireFolder(owner, params.workspaceId);
      const { files, isTruncated } = await (await repositoryOf(record, signal)).diff(query.path);
      return { files: [...files], isTruncated };
    },
    async commit({ params, body }, { principal: { owner }, signal }) {
      const record = await workspaces.requireFolder(owner, params.workspaceId);
      return { commit: await (await repositoryOf(record, signal)).commit(body) };
    },
    async branches({ params }, { principal: { owner }, signal }) {
      const record = await workspaces.requireFolder(owner, params.workspaceId);
      const { current, branches } = await (await repositoryOf(record, signal)).branches();
      return { current, branches: [...branches] };
    },
    async switchBranch({ params, body }, { principal: { owner }, signal }) {
      const record = await workspaces.requireFolder(owner, params.workspaceId);
      return (await repositoryOf(record, signal)).switchTo(body);
    },
    async backup({ params }, { principal: { owner } }) {
      const { folder, name } = await workspaces.requireFolder(owner, params.workspaceId);
      return { stream: packFolder(folder), contentType: "application/gzip", fileName: `${name}.tar.gz` };
    },
    async restore({ query }, { principal: { owner }, bytes }) {
      return workspaces.view(await workspaces.restore(owner, query.name, bytes));
    },
  };
}

const maxFolders = 2000;

function foldersBelow(folder: string) {
  try {
    const names = readdirSync(folder).filter((name) => !name.startsWith(".") && isFolder(join(folder, name)));
    const parent = dirname(folder);
    return {
      folder,
      parent: parent === folder ? null : parent,
      folders: names
        .sort((left, right) => left.localeCompare(right))
        .slice(0, maxFolders)
        .map((name) => ({ name, isRepository: isInRepository(join(folder, name)) })),
    };
  } catch (error) {
    const isForbidden = systemErrorCode(error) === "EACCES" || systemErrorCode(error) === "EPERM";
    throw new RooError({
      code: isForbidden ? "permission_denied" : "workspace_missing",
      message: `The folder ${JSON.stringify(folder.slice(0, 300))} cannot be read.`,
      cause: error,
    });
  }
}
