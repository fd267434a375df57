import { describe, expect, it } from "vitest";
import * as z from "zod";
import { builtinTools } from "./builtin-tools.ts";

describe("the list of built-in tools", () => {
  it("has every tool name and alias once", () => {
    const names = builtinTools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("loads each tool by name, with a description and an object as input", async () => {
    for (const entry of builtinTools) {
      const tool = await entry.load();
      expect(tool.name).toBe(entry.name);
      expect(tool.description.trim()).not.toBe("");
      expect(z.toJSONSchema(tool.input, { io: "input" })).toMatchObject({ type: "object" });
    }
  });

  it("matches the tools' own schemas and descriptions (after a change: vitest run packages/tools -u)", async () => {
    const tools = await Promise.all(builtinTools.map((entry) => entry.load()));
    const definitions = tools.map(({ name, description, input }) => {
      const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input" });
      return [name, { description: description.trim(), inputSchema }];
    });
    await expect(`${JSON.stringify(Object.fromEntries(definitions), null, 2)}\n`).toMatchFileSnapshot(
      "./tool-definitions.json",
    );
    expect(tools.map(({ group }) => group)).toEqual(builtinTools.map(({ offer }) => offer?.group));
  });

  it.each([
    ["a model", "claude-sonnet-5-5", "apply_diff"],
    ["a model that writes patches", "openai/gpt-5.5-codex", "apply_patch"],
  ])("takes less than 9.6 KB of a request to %s without optional ports", (_, model, editor) => {
    const offered = builtinTools.filter(({ needs, isFor }) => needs === undefined && (!isFor || isFor(model)));
    expect(JSON.stringify(offered.map(({ offer }) => offer?.definition)).length).toBeLessThan(9600);
    const editors = offered.flatMap(({ name, offer }) => (offer?.group === "edit" ? [name] : []));
    expect(editors.toSorted()).toEqual([editor, "search_and_replace", "write_to_file"].toSorted());
  });

  it("refuses input that is not an object, and survives strange keys", async () => {
    for (const entry of builtinTools) {
      const { input } = await entry.load();
      for (const wrong of [undefined, null, "text", 1, [], {}]) {
        const isRefused = !input.safeParse(wrong).success;
        expect(isRefused || JSON.stringify(wrong) === "{}").toBe(true);
      }
      input.safeParse(JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1, "path": "a"}'));
      expect({}).not.toHaveProperty("polluted");
    }
  });
});
