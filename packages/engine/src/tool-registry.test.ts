import { createTempWorkspace } from "@roo-code/testkit";
import type { ToolCallPart, ToolContext } from "@roo-code/types";
import { expect, it } from "vitest";
import { fakeTools } from "../test/fake-tools.ts";
import { ToolRegistry } from "./tool-registry.ts";

const call = (name: string, input: unknown): ToolCallPart => ({ type: "tool-call", callId: "c", name, input });
const registry = () => new ToolRegistry(fakeTools({ done: [], crashes: 0 }));

it("loads a tool only when it is asked for, and once", async () => {
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

it("gives the model one definition per tool, the same object every time, without the other names", async () => {
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
  const context: ToolContext = {
    workspace: folder.workspace,
    signal: new AbortController().signal,
    ports: {},
    report: () => {},
    seenVersion: () => undefined,
  };
  expect(await registry().execute(call("write", { path: "a", content: "A" }), context)).toEqual({ content: "wrote a" });
  expect(folder.readText("a")).toBe("A");
  await expect(registry().execute(call("write", { path: "a" }), context)).rejects.toMatchObject({
    code: "invalid_input",
  });
  await expect(registry().execute(call("constructor", {}), context)).rejects.toMatchObject({ code: "unknown_tool" });
});

it("lets a later tool take the place of an earlier one", async () => {
  const tools = registry();
  const look = await tools.require("look");
  tools.register({ ...look, description: "look harder" });
  expect((await tools.require("see")).description).toBe("look harder");
});
