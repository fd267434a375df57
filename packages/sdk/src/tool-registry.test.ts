import { describe, expect, it } from "vitest";
import { scripted } from "../test/scripted.ts";
import { defineTool, ToolRegistry } from "./index.ts";

describe("a registry", () => {
  it("finds tools by name and alias, and loads built-in ones", async () => {
    const { project } = scripted([], { files: { "a.txt": "hello\n" } });
    const registry = new ToolRegistry({ cwd: project.root });
    expect(await registry.get("read_directory")).toMatchObject({ name: "list_files" });
    expect(await registry.get("nothing")).toBeUndefined();
    expect((await registry.definitions()).length).toBeGreaterThan(10);
    expect(await registry.execute({ callId: "c1", name: "list_dir", input: { path: "." } })).toEqual({
      callId: "c1",
      name: "list_files",
      content: "a.txt",
      isError: false,
    });
  });

  it("confines tools to its folder, and runs commands in the sandbox", async () => {
    const { project } = scripted([]);
    const registry = new ToolRegistry({ cwd: project.root });
    const write = { path: "a.txt", content: "one\n" };
    expect(await registry.execute({ name: "write_to_file", input: write })).toMatchObject({ isError: false });
    expect(project.readText("a.txt")).toBe("one\n");
    expect(await registry.execute({ name: "read_file", input: { path: "/etc/passwd" } })).toMatchObject({
      isError: true,
    });
    const output: string[] = [];
    const ran = await registry.execute(
      { name: "execute_command", input: { command: "cat a.txt" } },
      { onOutput: (text) => output.push(text) },
    );
    expect(ran.content).toContain("one");
    expect(output.join("")).toContain("one");
    await registry.dispose();
  });

  it("recovers: wrong input and failures are results, repeated calls are refused, crashing tools disabled", async () => {
    let calls = 0;
    const flaky = defineTool({
      name: "flaky",
      description: "Fails",
      readOnly: true,
      execute() {
        calls += 1;
        if (calls < 3) throw Object.assign(new Error("busy"), { code: "EBUSY" });
        return "ok";
      },
    });
    const crash = defineTool({
      name: "crash",
      description: "Crashes",
      input: { type: "object" },
      execute: () => Promise.reject(new Error("no")),
    });
    const registry = new ToolRegistry({ tools: [flaky] });
    registry.register(crash);
    expect([...registry].map(({ name }) => name)).toEqual(["flaky", "crash"]);
    expect(await registry.execute({ name: "flaky" })).toMatchObject({ content: "ok" });
    expect(calls).toBe(3);
    expect(await registry.execute({ name: "flaky" })).toMatchObject({ content: "ok" });
    expect((await registry.execute({ name: "flaky" })).content).toContain("third time");
    expect(await registry.execute({ name: "flaky" })).toMatchObject({ isError: true, code: "loop" });
    const codes = [];
    for (let n = 0; n < 6; n += 1) codes.push((await registry.execute({ name: "crash", input: { n } })).code);
    expect(codes).toEqual([...Array<string>(5).fill("tool_crashed"), "tool_unavailable"]);
    expect(await registry.execute({ name: "nothing" })).toMatchObject({ isError: true, code: "unknown_tool" });
    expect(await registry.execute({ name: "read_file", input: {} })).toMatchObject({ code: "invalid_input" });
    expect((await registry.statistics()).get("crash")).toMatchObject({
      attempts: 6,
      failures: 6,
      errorCodes: { tool_crashed: 5 },
    });
  });

  it("stops a call when its signal is aborted", async () => {
    const hang = defineTool({ name: "hang", description: "Hangs", execute: () => new Promise(() => {}) });
    const stop = new AbortController();
    const running = new ToolRegistry({ tools: [hang] }).execute({ name: "hang" }, { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
  });

  it("reports a wrong folder and wrong tools", async () => {
    await expect(new ToolRegistry({ cwd: "/nowhere/at/all" }).definitions()).rejects.toMatchObject({ code: "bad_cwd" });
    const taken = defineTool({ name: "read_file", description: "Mine", execute: () => "" });
    await expect(new ToolRegistry({ tools: [taken] }).definitions()).rejects.toMatchObject({ code: "bad_tool" });
    expect(() => new ToolRegistry({ tools: [{ name: "x" } as never] })).toThrow(
      expect.objectContaining({ code: "bad_tool" }),
    );
  });
});
