import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { done, script } from "./obedient-model.ts";
import { type Served, type ServedParts, serve, servedParts } from "./served.ts";

const program = fileURLToPath(new URL("../../mcp/test/fixtures/hostile-server.mjs", import.meta.url));
const snippet = (vice: string) => JSON.stringify({ command: process.execPath, args: [program, vice] });

let parts: ServedParts;
beforeAll(async () => {
  parts = await servedParts();
});
afterAll(() => parts[Symbol.asyncDispose]());

async function listed({ client, workspaceId }: Served) {
  return (await client.mcp.list({ params: { workspaceId } })).servers;
}

async function becomes(served: Served, name: string, state: string): Promise<void> {
  await expect.poll(async () => (await listed(served)).find((server) => server.name === name)?.state).toBe(state);
}

it("adds servers, lists their tools, disables and enables them, and removes them", async () => {
  await using served = await serve(parts);
  const { client, workspaceId } = served;
  const params = { workspaceId };
  expect(await listed(served)).toEqual([]);
  const body = { name: "one", snippet: snippet("none") };
  expect(await client.mcp.add({ params, body })).toEqual({ names: ["one"] });
  await expect(client.mcp.add({ params, body })).rejects.toMatchObject({ status: 409, code: "server_exists" });
  await expect(client.mcp.add({ params, body: { snippet: "what?" } })).rejects.toMatchObject({ code: "bad_snippet" });
  await becomes(served, "one", "connected");
  expect(await listed(served)).toMatchObject([
    { name: "one", source: "global", transport: "stdio", error: null, timeoutSeconds: 60, tools: [{ name: "work" }] },
  ]);
  const one = { workspaceId, name: "one" };
  const changed = await client.mcp.change({
    params: one,
    body: { timeout: 5, alwaysAllow: ["work"], disabledTools: ["other"] },
  });
  expect(changed).toMatchObject({ timeoutSeconds: 5, tools: [{ name: "work", isAlwaysAllowed: true }] });
  expect(await client.mcp.change({ params: one, body: { disabled: true } })).toMatchObject({ state: "disabled" });
  expect(await client.mcp.change({ params: one, body: { disabled: false } })).toMatchObject({ name: "one" });
  const kept: unknown = JSON.parse(readFileSync(join(served.home, "mcp-settings.json"), "utf8"));
  expect(kept).toEqual({
    mcpServers: {
      one: {
        command: process.execPath,
        args: [program, "none"],
        timeout: 5,
        alwaysAllow: ["work"],
        disabledTools: ["other"],
      },
    },
  });
  await becomes(served, "one", "connected");
  await client.mcp.restart({ params: one });
  await becomes(served, "one", "connected");
  const { lines } = await client.mcp.logs({ params: one });
  expect(lines.map(({ text }) => text)).toContain("Restarted: asked for");
  await expect(client.mcp.login({ params: one })).rejects.toMatchObject({ code: "no_login" });
  await client.mcp.remove({ params: one });
  await expect(client.mcp.remove({ params: one })).rejects.toMatchObject({ status: 404, code: "unknown_server" });
  expect(await listed(served)).toEqual([]);
});

it("reports why a server fails, and starts no servers of an untrusted project", async () => {
  const marker = "started-all-the-same";
  await using served = await serve(parts, {
    files: { ".roo/mcp.json": JSON.stringify({ mcpServers: { theirs: { command: "touch", args: [marker] } } }) },
  });
  const { client, workspaceId } = served;
  await client.mcp.add({ params: { workspaceId }, body: { name: "broken", snippet: snippet("loop") } });
  await expect.poll(async () => (await listed(served)).find(({ name }) => name === "broken")?.error).toMatch(/\w/);
  expect((await client.mcp.logs({ params: { workspaceId, name: "broken" } })).lines).toContainEqual(
    expect.objectContaining({ level: "error", text: "cannot start: no configuration" }),
  );
  expect((await listed(served)).find(({ name }) => name === "theirs")).toMatchObject({
    source: "project",
    state: "withheld",
    tools: [],
  });
  expect(await client.files.list({ params: { workspaceId }, query: { path: "" } })).not.toMatchObject({
    entries: expect.arrayContaining([expect.objectContaining({ name: marker })]),
  });
});

it("offers the tools of servers to tasks, and notices manual changes to the file", async () => {
  await using served = await serve(parts, { settings: { autoApprove: ["mcp"] } });
  const { client, workspaceId } = served;
  const servers = { mine: { command: process.execPath, args: [program, "none"], alwaysAllow: ["work"] } };
  writeFileSync(join(served.home, "mcp-settings.json"), JSON.stringify({ mcpServers: servers }));
  await becomes(served, "mine", "connected");
  const use = { name: "use_mcp_tool", input: { server_name: "mine", tool_name: "work", arguments: { words: "hi" } } };
  const text = script({ calls: [use] }, done("used"));
  const { taskId } = await client.tasks.create({ body: { workspaceId, text } });
  await expect.poll(async () => (await client.tasks.get({ params: { taskId } })).status).toBe("completed");
  const { events } = await client.tasks.events({ params: { taskId }, query: { afterSeq: 0 } });
  expect(JSON.stringify(events.filter(({ type }) => type === "tool.end"))).toContain("work: {");
  writeFileSync(join(served.home, "mcp-settings.json"), JSON.stringify({ mcpServers: {} }));
  await expect.poll(() => listed(served)).toEqual([]);
});
