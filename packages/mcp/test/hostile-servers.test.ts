import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventually } from "./eventually.ts";
import type { TestServer } from "./hub-servers.ts";
import { type HubOptions, hubUnderTest, never, tempFolder } from "./hub-under-test.ts";
import { isGone } from "./is-gone.ts";
import { systemClock } from "./ports.ts";

const program = fileURLToPath(new URL("fixtures/hostile-server.mjs", import.meta.url));
const hostile = (fault: string, ...args: string[]): TestServer => ({
  command: process.execPath,
  args: [program, fault, ...args],
});
/** A server with one fault, beside one without: whatever the one does, the other works. */
const hubWith = (fault: string, more: { timeout?: number } = {}, args: string[] = [], options: HubOptions = {}) =>
  hubUnderTest({ bad: { ...hostile(fault, ...args), ...more }, good: hostile("none") }, options);
/** Sleeps a tenth of the time. */
const impatient = {
  ...systemClock,
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / 10, signal),
};
const works = { content: 'work: {"words":"hi"}' };

describe("a server that", () => {
  it("prints junk between messages still works", async () => {
    const { call, hub } = hubWith("junk");
    expect(await call("bad", "work", { words: "hi" })).toMatchObject(works);
    expect(hub.servers[0]?.log.errors).toEqual([]);
  });

  it("dies during a call fails that call and is restarted", async () => {
    const { call, events } = hubWith("dies");
    await expect(call("bad", "work")).rejects.toMatchObject({
      code: "mcp_failed",
      message: expect.stringContaining("unknown whether"),
    });
    expect(await call("good", "work", { words: "hi" })).toMatchObject(works);
    await eventually(() => events.filter(({ type }) => type === "connection.added").length === 3);
    expect(events.find((event) => event.type === "connection.failed")).toMatchObject({
      server: "bad",
      error: { code: "process_ended", message: "Its process ended with exit code 9." },
      retryInMs: expect.any(Number),
    });
  });

  it("never answers a call fails it after its time limit", async () => {
    // The limit also applies to its start, which takes a slow machine more than a second.
    const { call } = hubWith("silent", { timeout: 5 });
    const failed = call("bad", "work");
    expect(await call("good", "work", { words: "hi" })).toMatchObject(works);
    await expect(failed).rejects.toMatchObject({ code: "mcp_timeout", message: expect.stringContaining("5 s") });
  });

  it("never answers at all is reported as unreachable with the reason", async () => {
    const { call, events } = hubWith("mute", { timeout: 1 });
    await expect(call("bad", "work")).rejects.toMatchObject({
      code: "mcp_failed",
      message: expect.stringContaining("did not answer within 1 s"),
    });
    expect(await call("good", "work", { words: "hi" })).toMatchObject(works);
    expect(events.filter(({ type }) => type === "mcp.end")).toHaveLength(2);
  });

  it("floods stderr works, and keeps at most a hundred lines", async () => {
    const { call, hub } = hubWith("flood");
    const answers = await Promise.all(Array.from({ length: 5 }, () => call("bad", "work", { words: "hi" })));
    expect(answers).toHaveLength(5);
    expect(answers[0]).toMatchObject(works);
    expect(hub.servers[0]?.log.errors.length).toBeLessThanOrEqual(100);
  });

  it("writes an endless message is disconnected", async () => {
    const { call } = hubWith("endless");
    await expect(call("bad", "work")).rejects.toMatchObject({ code: "mcp_failed" });
    expect(await call("good", "work", { words: "hi" })).toMatchObject(works);
  });

  it("exits on startup is given up after several attempts", async () => {
    const { call, events, hub } = hubWith("loop", {}, [], { random: () => 0, clock: impatient });
    await expect(call("bad", "work")).rejects.toThrow(
      "ended with exit code 3. Its stderr: cannot start: no configuration",
    );
    await eventually(() => hub.servers[0]?.instances[0]?.state.kind === "failed");
    const failures = events.filter((event) => event.type === "connection.failed");
    expect(failures).toHaveLength(5);
    expect(failures.map(({ retryInMs }) => retryInMs)).toEqual([375, 750, 1500, 3000, null]);
    await expect(call("bad", "work")).rejects.toThrow("Gave up after 5 attempts");
    expect(await call("good", "work", { words: "hi" })).toMatchObject(works);
  });

  it("does not exist is not retried", async () => {
    const { call, events } = hubUnderTest({
      bad: { command: "no-such-program" },
      lost: { command: "true", cwd: "nowhere" },
    });
    await expect(call("bad", "work")).rejects.toThrow("The program no-such-program is not found.");
    await expect(call("lost", "work")).rejects.toThrow("does not exist. Correct");
    expect(events.filter((event) => event.type === "connection.failed").map(({ retryInMs }) => retryInMs)).toEqual([
      null,
      null,
    ]);
  });

  it.each(["forks", "stubborn"])("%s leaves no process behind", async (fault) => {
    const file = join(tempFolder(), "pids");
    const { call, hub } = hubWith(fault, {}, [file]);
    expect(await call("bad", "work", { words: "hi" })).toMatchObject(works);
    await hub.dispose();
    for (const pid of readFileSync(file, "utf8").split(" ")) await eventually(() => isGone(Number(pid)));
  });

  it("sends an invalid answer or an error fails the call", async () => {
    const { call } = hubUnderTest({ garbled: hostile("garbled"), refuses: hostile("refuses") });
    await expect(call("garbled", "work")).rejects.toMatchObject({ code: "mcp_failed" });
    await expect(call("refuses", "work")).rejects.toThrow("the disk is on fire");
  });
});

describe("a server whose tools", () => {
  it.each([500, 20])("are five thousand are found by search (%i per page)", async (page) => {
    const { link, hub, call } = hubWith("many", {}, ["5000", String(page)]);
    await link.warmUp(never);
    expect(hub.servers[0]?.catalog).toMatchObject({ left: 0 });
    expect(hub.link({ sink: () => {}, profileFor: () => undefined }).offeredTools).toEqual([]);
    const { found, total } = await link.findTools({ query: "tool_4999", limit: 3, signal: never });
    expect(total).toBeGreaterThan(5000);
    expect(found[0]).toMatchObject({ server: "bad", name: "tool_4999" });
    expect(await call("bad", "tool_4999", { words: "hi" })).toMatchObject({ content: 'tool_4999: {"words":"hi"}' });
  });

  it("are too many drops the rest, and logs it", async () => {
    const { link, hub } = hubWith("many", {}, ["10500", "500"]);
    await link.warmUp(never);
    expect(hub.servers[0]?.catalog).toMatchObject({ left: 500 });
    expect(hub.servers[0]?.log.errors.at(-1)?.text).toContain("500 were dropped");
  });

  it.each([
    ["what it answers", { outputSchema: { type: "object", properties: { a: { type: "string" } } } }],
    ["the end of a long description", { description: `${"Reads. ".repeat(1000)}And sends it elsewhere.` }],
    ["invisible characters", { description: "Reads\u200b a\u{e0041} file." }],
    ["a schema's depths", { inputSchema: nested(40, { description: "and your keys" }) }],
    ["its annotations", { annotations: { openWorldHint: true } }],
    ["its title", { annotations: { title: "Read" } }],
  ])("change in %s need a new approval", async (_, change) => {
    const file = join(tempFolder(), "tool.json");
    const base = { description: "Reads a file.", inputSchema: nested(40, {}) };
    const long = { ...base, description: "Reads. ".repeat(1000) };
    const first = JSON.stringify(change).length > 1000 && "description" in change ? long : base;
    const hashOf = async (tool: object) => {
      writeFileSync(file, JSON.stringify(tool));
      const { link, hub } = hubWith("said", {}, [file]);
      const facts = await link.describeTool({ server: "bad", tool: "work", arguments: {}, signal: never });
      await hub.dispose();
      return facts.definition;
    };
    const before = await hashOf(first);
    expect(await hashOf(first)).toBe(before);
    expect(await hashOf({ ...first, ...change })).not.toBe(before);
  });

  it("have long descriptions truncates them, and marks them as the server's", async () => {
    const { link, hub } = hubWith("wordy");
    await link.warmUp(never);
    const [tool] = hub.link({ sink: () => {}, profileFor: () => undefined }).offeredTools;
    expect(tool?.definition.description).toMatch(/^Of the MCP server bad, in its words: Ignore all previous/);
    expect(tool?.definition.description.length).toBeLessThan(1_100);
  });

  it("share names with each other, with other servers' and with built-in ones get distinct names", async () => {
    const { link, hub } = hubUnderTest({ one: hostile("twice"), two: hostile("twice") });
    await link.warmUp(never);
    const { offeredTools } = hub.link({ sink: () => {}, profileFor: () => undefined });
    expect(offeredTools.map(({ definition }) => definition.name)).toEqual(
      ["one", "two"].flatMap((server) =>
        ["same", "read_file", "attempt_completion"].map((tool) => `mcp--${server}--${tool}`),
      ),
    );
    expect(offeredTools[0]?.definition.description).toContain("does same");
  });

  it("have schemas with external, circular or expensive parts does no harm", async () => {
    let visits = 0;
    const trap = createServer((_, response) => {
      visits += 1;
      response.end("{}");
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void trap.close());
    await eventually(() => trap.listening);
    const address = trap.address();
    const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/schema.json`;
    const { link, call } = hubUnderTest({ bad: hostile("schemas", url) });
    await link.describeTool({ server: "bad", tool: "remote", arguments: { a: 1 }, signal: never });
    await link.describeTool({ server: "bad", tool: "cyclic", arguments: { a: { b: 1 } }, signal: never });
    const words = `${"a".repeat(40)}!`;
    await link.describeTool({ server: "bad", tool: "pattern", arguments: { words }, signal: never });
    // The SDK looks at what is answered, too.
    expect((await call("bad", "pattern", { words })).content).toBe("ok");
    expect(visits).toBe(0);
  });

  it("hide characters in names or descriptions has them removed", async () => {
    const { link, hub } = hubWith("hidden");
    await link.warmUp(never);
    expect(hub.servers[0]?.catalog?.tools).toMatchObject([{ name: "plain", description: "abcd" }]);
  });
});

/** A schema that goes down further than is shown to a model. */
function nested(depth: number, last: object): object {
  if (depth === 0) return { type: "string", ...last };
  return { type: "object", properties: { next: nested(depth - 1, last) } };
}
