import { changeServers, logInto, type McpChange, snippetServers } from "@roo-code/host/mcp";
import { RooError } from "@roo-code/types";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services/services.ts";

const newestLines = 200;
const loginMs = 10 * 60_000;

export function mcpHandlers(services: Services): Handlers<"mcp"> {
  const { home, clock, environment, version, workspaces, mcp, log } = services;
  const folderOf = async (owner: string, workspaceId: string): Promise<string> =>
    (await workspaces.requireFolder(owner, workspaceId)).folder;

  return {
    async list({ params }, { principal: { owner } }) {
      return { servers: await mcp.list(await folderOf(owner, params.workspaceId)) };
    },
    async add({ params, body: { source, name, snippet } }, { principal: { owner } }) {
      const workspace = await folderOf(owner, params.workspaceId);
      const added = await snippetServers(snippet, name);
      await changeServers({ home, workspace, clock, source }, (present) => {
        const taken = added.find((server) => Object.hasOwn(present, server.name));
        if (taken) throw serverExists(taken.name);
        return added.map((server) => ({ name: server.name, value: server.entry }));
      });
      await mcp.refresh(workspace);
      return { names: added.map((server) => server.name) };
    },
    async change({ params, body }, { principal: { owner } }) {
      const { name } = params;
      const workspace = await folderOf(owner, params.workspaceId);
      const { source } = await mcp.find(workspace, name);
      const changes = changesOf(name, body);
      await changeServers({ home, workspace, clock, source }, requireServer(name, changes));
      await mcp.refresh(workspace, name);
      return mcp.view(workspace, name);
    },
    async remove({ params: { workspaceId, name } }, { principal: { owner } }) {
      const workspace = await folderOf(owner, workspaceId);
      const { source } = await mcp.find(workspace, name);
      const changes = [{ name, value: undefined }];
      await changeServers({ home, workspace, clock, source }, requireServer(name, changes));
      await mcp.refresh(workspace);
      return {};
    },
    async restart({ params: { workspaceId, name } }, { principal: { owner } }) {
      const workspace = await folderOf(owner, workspaceId);
      await mcp.restart(workspace, name);
      return mcp.view(workspace, name);
    },
    async login({ params: { workspaceId, name } }, { principal: { owner } }) {
      const workspace = await folderOf(owner, workspaceId);
      const server = await mcp.find(workspace, name);
      const context = { home, clock, environment, version, workspace };
      return new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(loginMs);
        logInto(server, context, { signal, onAddress: ({ href }) => resolve({ url: href }) }).then(
          () => {
            resolve({ url: null });
            void mcp.restart(workspace, name).catch(() => {});
          },
          (error: unknown) => {
            log.warn({ error, server: name }, "login to an MCP server failed");
            reject(error);
          },
        );
      });
    },
    async logs({ params: { workspaceId, name } }, { principal: { owner } }) {
      const workspace = await folderOf(owner, workspaceId);
      return { lines: await mcp.log(workspace, name, newestLines) };
    },
  };
}

type Change = Parameters<Handlers<"mcp">["change"]>[0]["body"];

/** Default values are removed instead of written. */
function changesOf(name: string, { disabled, timeout, alwaysAllow, disabledTools }: Change): McpChange[] {
  return [
    ...(disabled === undefined ? [] : [{ name, key: "disabled", value: disabled || undefined }]),
    ...(timeout === undefined ? [] : [{ name, key: "timeout", value: timeout }]),
    ...(alwaysAllow === undefined ? [] : [{ name, key: "alwaysAllow", value: orUndefined(alwaysAllow) }]),
    ...(disabledTools === undefined ? [] : [{ name, key: "disabledTools", value: orUndefined(disabledTools) }]),
  ];
}

function orUndefined(list: readonly string[]): readonly string[] | undefined {
  return list.length === 0 ? undefined : [...new Set(list)];
}

/** It may have been removed since it was found. */
function requireServer(name: string, changes: readonly McpChange[]) {
  return (present: Readonly<Record<string, unknown>>): readonly McpChange[] => {
    if (Object.hasOwn(present, name)) return changes;
    throw new RooError({ code: "unknown_server", message: `MCP server ${JSON.stringify(name)} no longer exists.` });
  };
}

function serverExists(name: string): RooError {
  return new RooError({
    code: "server_exists",
    message: `MCP server "${name}" already exists; nothing was changed.`,
    next: "Choose another name, or remove that one first.",
  });
}
