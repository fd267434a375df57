import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hubUnderTest, never, tempFolder, unattended } from "./hub-under-test.ts";
import { everythingServer, referenceServer } from "./reference-servers.ts";

const stdio = (name: Parameters<typeof referenceServer>[0], ...args: string[]) => ({
  command: process.execPath,
  args: [referenceServer(name), ...args],
});

describe.each(["stdio", "sse", "streamableHttp"] as const)("the everything server over %s", (kind) => {
  const server = async () => {
    if (kind === "stdio") return stdio("everything");
    const { url } = await everythingServer(kind);
    return { url, type: kind === "sse" ? ("sse" as const) : ("streamable-http" as const) };
  };

  it("is connected once, and answers tools and resources, each recorded in the log", async () => {
    const { call, link, events, hub } = hubUnderTest({ all: await server() });
    const answer = await call("all", "echo", { message: "grüß dich" });
    expect(answer).toMatchObject({ content: "Echo: grüß dich", isError: false, images: [] });
    expect((await call("all", "get-sum", { a: 2, b: 40 })).content).toContain("42");
    const image = await call("all", "get-tiny-image");
    expect(image.images).toHaveLength(1);
    const { uri = "" } = hub.servers[0]?.catalog?.resources.find((resource) => !resource.isTemplate) ?? {};
    const resource = await link.readResource({
      server: "all",
      uri,
      signal: never,
      call: { ...unattended, callId: "r" },
    });
    expect(resource.content.length).toBeGreaterThan(10);
    const transport = kind === "streamableHttp" ? "streamable-http" : kind;
    const about = { server: "all", source: "global", transport };
    expect(events).toEqual([
      { type: "connection.start", ...about },
      {
        type: "connection.added",
        ...about,
        durationMs: expect.any(Number),
        protocol: expect.any(String),
        tools: expect.any(Number),
      },
      { type: "mcp.end", ...about, ...answered("Echo: grüß dich"), tool: "echo" },
      { type: "mcp.end", ...about, ...answered(), tool: "get-sum" },
      { type: "mcp.end", ...about, ...answered(), tool: "get-tiny-image" },
      expect.objectContaining({
        type: "resource.end",
        ...about,
        uri,
        bytes: Buffer.byteLength(resource.content),
        isCached: false,
      }),
    ]);
  });

  it("reports a long call's progress, and cancels it on request", async () => {
    const { link } = hubUnderTest({ all: await server() });
    const reports: string[] = [];
    const stop = new AbortController();
    const call = (signal: AbortSignal) =>
      link.callTool({
        server: "all",
        tool: "trigger-long-running-operation",
        arguments: { duration: signal === never ? 1 : 60, steps: signal === never ? 2 : 60 },
        report: (text) => void reports.push(text),
        signal,
      });
    expect((await call(never)).content).toContain("completed");
    expect(reports[0]).toMatch(/^1\/2/);
    const stopped = call(stop.signal);
    setTimeout(() => stop.abort(new Error("enough")), 50);
    await expect(stopped).rejects.toThrow("enough");
  });
});

const answered = (text?: string) => ({
  callId: "call-1",
  durationMs: expect.any(Number),
  bytes: text === undefined ? expect.any(Number) : Buffer.byteLength(text),
  isCached: false,
  timeoutMs: 60_000,
});

it("the filesystem server reads and writes where it may", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "a.txt"), "alpha\n");
  const { call } = hubUnderTest({ files: stdio("filesystem", tempFolder()) }, { workspace: folder });
  // It asks for its folders by itself, and may answer before it knows them.
  await expect
    .poll(async () => (await call("files", "read_text_file", { path: join(folder, "a.txt") })).content)
    .toBe("alpha\n");
  await call("files", "write_file", { path: join(folder, "b.txt"), content: "beta" });
  expect(readFileSync(join(folder, "b.txt"), "utf8")).toBe("beta");
  const outside = await call("files", "read_text_file", { path: "/etc/hostname" });
  expect(outside).toMatchObject({ isError: true, content: expect.stringContaining("denied") });
  const alone = hubUnderTest({ files: { ...stdio("filesystem", folder), roots: false } });
  expect((await alone.call("files", "read_text_file", { path: join(folder, "a.txt") })).content).toBe("alpha\n");
});

it("the memory server keeps its data across calls and a restart", async () => {
  const folder = tempFolder();
  mkdirSync(folder, { recursive: true });
  const env = { MEMORY_FILE_PATH: join(folder, "memory.jsonl") };
  const { call, hub } = hubUnderTest({ memory: { ...stdio("memory"), env } });
  const entities = [{ name: "Anna", entityType: "person", observations: ["likes tea"] }];
  await call("memory", "create_entities", { entities });
  await hub.restart("memory", "test");
  expect((await call("memory", "search_nodes", { query: "tea" })).content).toContain("Anna");
});
