import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { type CallTranslator, type ToolCallPart, type ToolContext, ToolFailure } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { stage } from "../test/agent-harness.ts";
import { fakeTools } from "../test/fake-tools.ts";
import { ToolRegistry } from "./tool-registry.ts";

const call = (name: string, input: unknown): ToolCallPart => ({ type: "tool-call", callId: "c", name, input });
const registry = () => new ToolRegistry(fakeTools({ done: [], crashes: 0 }));

it("loads a tool only when it is needed, and once", async () => {
  const loads: string[] = [];
  const tools = new ToolRegistry(
    fakeTools({ done: [], crashes: 0 }).map((entry) => ({
      ...entry,
      load: () => (loads.push(entry.name), entry.load()),
    })),
  );
  expect(loads).toEqual([]);
  await tools.get("see");
  await tools.get("look");
  expect(loads).toEqual(["look"]);
});

it("returns one definition per tool, always the same object, without aliases", async () => {
  const tools = registry();
  const [first, second] = [await tools.definitions(), await tools.definitions()];
  expect(first.map(({ name }) => name)).toEqual(tools.names());
  expect(first.every((definition, index) => definition === second[index])).toBe(true);
  expect(first[0]).toEqual({
    name: "look",
    description: "look at a file",
    inputSchema: {
      type: "object",
      properties: { path: { type: "string" } },
      required: ["path"],
      additionalProperties: false,
    },
  });
});

it("executes a validated call, edits included", async () => {
  await using folder = createTempWorkspace();
  const context = contextOf(folder);
  expect(await registry().execute(call("write", { path: "a", content: "A" }), context)).toEqual({ content: "wrote a" });
  expect(folder.readText("a")).toBe("A");
  await expect(registry().execute(call("write", { path: "a" }), context)).rejects.toMatchObject({
    code: "invalid_input",
  });
  await expect(registry().execute(call("constructor", {}), context)).rejects.toMatchObject({ code: "unknown_tool" });
});

it("lets a later tool replace an earlier one", async () => {
  const tools = registry();
  const look = await tools.require("look");
  tools.register({ ...look, description: "look harder" });
  expect((await tools.require("see")).description).toBe("look harder");
});

it("omits tools whose port is missing, and says why when one is called", async () => {
  const want = { needs: "browser", unavailable: "There is no browser." } as const;
  const needy = fakeTools({ done: [], crashes: 0 }).map((entry) => ({ ...entry, ...want }));
  const translate: CallTranslator = async ({ input }) => ({ name: "look", input });
  for (const name of ["look", "Look", "web_fetch"]) {
    const called = new ToolRegistry(needy, {}, translate).resolve(call(name, {}));
    await expect(called).rejects.toMatchObject({
      code: "not_available",
      message: "look is not available here. There is no browser.",
    });
  }
  expect(new ToolRegistry(needy).names()).toEqual([]);
  const browser = { perform: () => Promise.reject(new Error("not used")) };
  expect(new ToolRegistry(needy, { browser }).names()).toContain("look");
});

it("finds a tool by another spelling, and reports that name", async () => {
  const given = call("functions.Look:0", { path: "a" });
  expect(await registry().resolve(given)).toMatchObject({
    tool: { name: "look" },
    call: { callId: "c", name: "look", input: { path: "a" } },
    calledAs: "functions.Look:0",
  });
  const exact = call("look", { path: "a" });
  const resolved = await registry().resolve(exact);
  expect(resolved.call).toBe(exact);
  expect(resolved).not.toHaveProperty("calledAs");
});

it("calls the translator for unknown names, and accepts only available tools", async () => {
  const asked: string[] = [];
  const translate: CallTranslator = async ({ name, input }) => {
    asked.push(name);
    if (name === "gone") throw new ToolFailure("invalid_input", "There is no such thing here.");
    if (name === "peek") return { name: "look", input: { path: (input as { at: string }).at } };
    return name === "see" ? { name: "look", input: { path: "translated" } } : { name: "missing", input };
  };
  const tools = new ToolRegistry(fakeTools({ done: [], crashes: 0 }), {}, translate);
  const inputOf = async (name: string, input: unknown) => (await tools.resolve(call(name, input))).call.input;
  expect(await inputOf("Peek", { at: "b" })).toEqual({ path: "b" });
  expect(await inputOf("see", { path: "a" })).toEqual({ path: "translated" });
  expect(await inputOf("LOOK", { path: "a" })).toEqual({ path: "a" });
  await expect(tools.resolve(call("other", {}))).rejects.toMatchObject({ code: "unknown_tool" });
  await expect(tools.resolve(call("gone", {}))).rejects.toMatchObject({ code: "invalid_input" });
  expect(asked).toEqual(["peek", "see", "other", "gone"]);
});

it("suggests similar tools when there are many, and only those that are offered", async () => {
  const many = Array.from({ length: 40 }, (_, index) => `tool_${index}`);
  const look = await registry().require("look");
  const offer = (name: string, group: "read" | "edit") => ({
    name,
    offer: { group, definition: { name, description: "", inputSchema: {} } },
    load: () => Promise.resolve(look),
  });
  const tools = new ToolRegistry([...many.map((name) => offer(name, "read")), offer("write_letter", "edit")]);
  const messageOf = (name: string, mayEdit: boolean) =>
    tools.resolve(call(name, {}), (group) => mayEdit || group === "read").catch((error: Error) => error.message);
  expect(await messageOf("writ_leter", true)).toMatch(/Similar tools: write_letter/);
  expect(await messageOf("writ_leter", false)).not.toContain("write_letter");
  expect(await messageOf("zzz", true)).toMatch(/^.{1,200}$/);
});

describe("hostile calls", () => {
  const megabytes = "x".repeat(10 * 1024 * 1024);

  it.each<[string, ToolCallPart, string]>([
    ["an unknown tool", call("rm_rf", {}), "unknown_tool"],
    ["no name", call("", {}), "unknown_tool"],
    ["a name of 10 MB", call(megabytes, {}), "unknown_tool"],
    ["a name of the prototype", call("__proto__", {}), "unknown_tool"],
    ["another one", call("hasOwnProperty", { path: "a" }), "unknown_tool"],
    ["a number for a text", call("look", { path: 1 }), "invalid_input"],
    ["a list for a text", call("look", { path: ["a"] }), "invalid_input"],
    ["null for a text", call("look", { path: null }), "invalid_input"],
    ["no object", call("look", "a"), "invalid_input"],
    ["a list", call("look", [{ path: "a" }]), "invalid_input"],
    ["nothing", call("look", undefined), "invalid_input"],
    ["no JSON, under another name", { ...call("See", {}), malformed: '{"path": "a' }, "malformed_input"],
    ["10 MB that are no JSON", { ...call("look", {}), malformed: megabytes }, "malformed_input"],
    ["10 MB of path", call("look", { path: megabytes }), "invalid_path"],
    ["a key of 10 MB", call("look", { [megabytes]: 1 }), "invalid_input"],
    ["100,000 keys", call("look", manyKeys(100_000)), "invalid_input"],
    [
      "prototype keys alone",
      call("look", JSON.parse('{"__proto__": {"path": "a"}, "constructor": 1}')),
      "invalid_input",
    ],
  ])("%s: a short failure that the model can act on", async (_, hostile, code) => {
    await using folder = createTempWorkspace();
    const failure: unknown = await registry()
      .execute(hostile, contextOf(folder))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolFailure);
    expect((failure as ToolFailure).code).toMatch(code === "invalid_path" ? /./ : new RegExp(`^${code}$`));
    expect((failure as ToolFailure).message.length).toBeLessThan(5000);
  });

  it("drops unknown keys, says so, and lets none of them reach a prototype", async () => {
    await using folder = createTempWorkspace({ a: "A" });
    const input: unknown = JSON.parse('{"path": "a", "__proto__": {"polluted": 1}, "constructor": {"prototype": 1}}');
    const { content } = await registry().execute(call("look", input), contextOf(folder));
    expect(content).toMatch(/^A\n\nIgnored unknown parameters: .*constructor/);
    expect({}).not.toHaveProperty("polluted");
  });

  it("answers both of two calls with the same id", async () => {
    await using scene = await stage({
      files: { a: "A", b: "B" },
      replies: [
        {
          calls: [
            { name: "look", input: { path: "a" }, callId: "same" },
            { name: "look", input: { path: "b" }, callId: "same" },
          ],
        },
        "ok",
      ],
    });
    expect(await scene.run()).toMatchObject({ status: "completed" });
    const contents = (await scene.events()).flatMap((event) => (event.type === "tool.end" ? [event.content] : []));
    expect(contents.sort()).toEqual(["A", "B"]);
  });
});

it("records a call under the tool's name, and answers under the model's name for it", async () => {
  await using scene = await stage({ replies: [{ calls: [{ name: "Act", input: { what: "x" }, callId: "1" }] }, "ok"] });
  await scene.run();
  const events = await scene.events();
  const names = events.flatMap((event) =>
    event.type === "tool.start" || event.type === "tool.end" ? [[event.type, event.name, event.calledAs]] : [],
  );
  expect(names).toEqual([
    ["tool.start", "act", "Act"],
    ["tool.end", "act", "Act"],
  ]);
  expect(scene.client.requests[1]?.messages.at(-1)).toMatchObject({ role: "tool", content: [{ name: "Act" }] });
});

it("does not let an alias bypass the mode", async () => {
  await using scene = await stage({
    mode: "ask",
    replies: [{ calls: [{ name: "functions.Write", input: { path: "a", content: "A" }, callId: "1" }] }, "ok"],
  });
  await scene.run();
  const end = (await scene.events()).find((event) => event.type === "tool.end");
  expect(end).toMatchObject({ name: "write", calledAs: "functions.Write", isError: true, code: "tool_not_allowed" });
});

function contextOf(folder: TempWorkspace): ToolContext {
  return {
    workspace: folder.workspace,
    signal: new AbortController().signal,
    ports: {},
    report: () => {},
    seenVersion: () => undefined,
  };
}

function manyKeys(count: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));
}
