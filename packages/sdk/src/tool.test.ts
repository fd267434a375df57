import { describe, expect, it } from "vitest";
import * as z from "zod";
import { call, complete, scripted } from "../test/scripted.ts";
import {
  Agent,
  type AgentOptions,
  defineTool,
  type StandardSchema,
  Tool,
  ToolFailure,
  type ToolOptions,
} from "./index.ts";

const described = { name: "probe", description: "A probe" };

describe("a tool of the program", () => {
  it("gets validated input, and its result is text, JSON or parts with images", async () => {
    const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
    const results = [
      undefined,
      "text",
      { a: [1] },
      7,
      null,
      { type: "text", text: "part" },
      [{ type: "text", text: "one" }, image],
      [],
    ];
    const inputs: unknown[] = [];
    const tool = defineTool({
      ...described,
      input: z.object({ index: z.coerce.number(), unit: z.string().default("C") }),
      execute(input, { cwd, taskId }) {
        inputs.push({ ...input, cwd: typeof cwd, taskId: typeof taskId });
        return results[input.index];
      },
    });
    const ends = await endsOf(
      tool,
      results.map((_, index) => ({ index: String(index) })),
      { maxIterations: 20 },
    );
    expect(inputs[0]).toEqual({ index: 0, unit: "C", cwd: "string", taskId: "string" });
    expect(ends.map(({ content }) => content)).toEqual([
      "(no output)",
      "text",
      '{\n  "a": [\n    1\n  ]\n}',
      "7",
      "null",
      "part",
      "one",
      "[]",
    ]);
    expect(ends[6]?.images).toEqual([image]);
  });

  it("takes a JSON Schema, an asynchronous schema, null, and no schema at all", async () => {
    const later: StandardSchema<unknown, { n: number }> = {
      "~standard": {
        version: 1,
        vendor: "ours",
        validate: async (value) =>
          value && typeof value === "object" && "n" in value && typeof value.n === "number"
            ? { value: { n: value.n } }
            : { issues: [{ message: "needs a number", path: [{ key: "n" }] }] },
      },
    };
    const execute = (input: unknown) => input;
    const json = { type: "object", properties: { n: { type: "number" } }, required: ["n"] } as const;
    const wrong = "- n: ";
    for (const tool of [
      defineTool({ ...described, input: json, execute }),
      defineTool({ ...described, input: later, inputSchema: json, execute }),
    ]) {
      const [bad, good] = await endsOf(tool, [{ n: "1" }, { n: 1 }]);
      expect(bad).toMatchObject({ isError: true, code: "invalid_input", content: expect.stringContaining(wrong) });
      expect(good).toMatchObject({ isError: false, content: '{\n  "n": 1\n}' });
    }
    const nullable = defineTool({ ...described, input: z.object({ n: z.number().nullable() }), execute });
    expect(await endsOf(nullable, [{ n: null }])).toMatchObject([{ content: '{\n  "n": null\n}' }]);
    expect(await endsOf(defineTool({ ...described, execute }), [{}])).toMatchObject([{ content: "{}" }]);
  });

  it.each<[string, Partial<ToolOptions>, object]>([
    [
      "throws",
      { execute: () => Promise.reject(new Error("no network")) },
      { code: "tool_crashed", content: "probe crashed: no network" },
    ],
    [
      "refuses",
      {
        execute: () => {
          throw new ToolFailure("sold_out", "Choose another day.");
        },
      },
      { code: "sold_out", content: "Choose another day." },
    ],
    [
      "hangs",
      { execute: () => new Promise(() => {}), timeoutMs: 50 },
      { code: "tool_timeout", content: "probe did not finish within 0.05 seconds." },
    ],
    [
      "returns something circular",
      {
        execute: () => {
          const a: unknown[] = [];
          a.push(a);
          return a;
        },
      },
      { code: "bad_output" },
    ],
    ["returns a bigint", { execute: () => 1n }, { code: "bad_output" }],
  ])("that %s becomes an error for the model", async (_, options, expected) => {
    const tool = defineTool({ ...described, execute: () => "", ...options });
    expect(await endsOf(tool, [{}])).toMatchObject([{ isError: true, ...expected }]);
  });

  it("that returns 50 MB is cut", async () => {
    const tool = defineTool({ ...described, execute: () => "x".repeat(50 * 1024 * 1024) });
    const [{ content } = { content: "" }] = await endsOf(tool, [{}]);
    expect(content.length).toBeLessThan(210_000);
    expect(content).toContain("characters omitted");
  });

  it("that keeps crashing is disabled for a while", async () => {
    const tool = defineTool({
      ...described,
      input: z.object({ n: z.number() }),
      execute: ({ n }) => Promise.reject(new Error(`no ${n}`)),
    });
    const ends = await endsOf(
      tool,
      Array.from({ length: 6 }, (_, n) => ({ n })),
    );
    expect(ends.map(({ code }) => code)).toEqual([...Array<string>(5).fill("tool_crashed"), "tool_unavailable"]);
  });

  it("is approved first if it asks for it, and shown with its input", async () => {
    const tool = defineTool({ ...described, needsApproval: true, execute: () => "done" });
    expect(await endsOf(tool, [{ n: 1 }])).toMatchObject([{ code: "denied" }]);
    const shown: unknown[] = [];
    const approve: AgentOptions["approve"] = ({ summary, detail, kind }) => {
      shown.push({ summary, detail, kind });
      return true;
    };
    expect(await endsOf(tool, [{ n: 1 }], { approve })).toMatchObject([{ content: "done" }]);
    expect(shown).toEqual([
      { summary: "probe of the program", kind: "command", detail: expect.stringContaining('"n": 1') },
    ]);
    expect(await endsOf(tool, [{}], { autoApprove: ["command"] })).toMatchObject([{ content: "done" }]);
  });

  it("is found by an alias, and limited to modes with its group", async () => {
    const tool = defineTool({ ...described, aliases: ["sonde"], group: "edit", execute: () => "done" });
    const { options } = scripted([call("sonde"), complete("ok")]);
    const agent = new Agent({ ...options, storage: "memory", tools: [tool] });
    const events = agent.events();
    await agent.run("Use it.");
    const starts = [];
    for await (const event of events) if (event.type === "tool.start") starts.push(event);
    expect(starts).toMatchObject([{ name: "probe", calledAs: "sonde" }]);
    expect(await endsOf(tool, [{}], { mode: "ask" })).toMatchObject([{ code: "tool_not_allowed" }]);
  });

  it("can be added later, and replaces one of the same name", async () => {
    const { options } = scripted([call("probe"), complete("ok")]);
    const agent = new Agent({ ...options, storage: "memory" });
    const calls: number[] = [];
    for (const n of [1, 2]) agent.addTool(new Tool({ ...described, execute: () => void calls.push(n) }));
    await agent.run("Use it.");
    expect(calls).toEqual([2]);
  });

  it("reports progress, and hears when the run is stopped", async () => {
    const { options } = scripted([call("probe"), complete("ok")]);
    const stop = new AbortController();
    const reasons: unknown[] = [];
    const tool = defineTool({
      ...described,
      execute: (_, { report, signal }) => {
        report("half way");
        signal.addEventListener("abort", () => reasons.push(signal.reason));
        stop.abort();
        return new Promise(() => {});
      },
    });
    const agent = new Agent({ ...options, storage: "memory", tools: [tool], signal: stop.signal });
    const events = agent.events();
    expect(await agent.run("Use it.")).toMatchObject({ status: "aborted" });
    const outputs: string[] = [];
    for await (const event of events) if (event.type === "output.delta") outputs.push(event.text);
    expect([outputs, reasons.length]).toEqual([["half way"], 1]);
  });
});

describe("a wrong tool", () => {
  it.each<[string, object]>([
    ["a name with spaces", { name: "my tool" }],
    ["no name", { name: undefined }],
    ["no description", { description: " " }],
    ["no function", { execute: undefined }],
    ["a negative timeout", { timeoutMs: -1 }],
  ])("is refused: %s", (_, wrong) => {
    const define = () => defineTool({ ...described, execute: () => "", ...wrong });
    expect(define).toThrow(expect.objectContaining({ code: "bad_tool" }));
  });

  it("is refused with the first run: the name of a built-in tool, a schema without JSON Schema", async () => {
    const { options } = scripted([complete("ok")]);
    const run = (tool: object) =>
      new Agent({ ...options, tools: [defineTool({ ...described, execute: () => "", ...tool })] }).run("Hi.");
    await expect(run({ name: "read_file" })).rejects.toMatchObject({ code: "bad_tool" });
    const opaque = { "~standard": { version: 1, vendor: "ours", validate: (value: unknown) => ({ value }) } };
    await expect(run({ input: opaque })).rejects.toMatchObject({
      code: "bad_schema",
      message: expect.stringContaining("ours"),
    });
    expect(await run({ input: opaque, inputSchema: { type: "object" } })).toMatchObject({ status: "completed" });
    expect(await run({ input: z.object({ at: z.date().optional() }) })).toMatchObject({ status: "completed" });
  });
});

/** The results of calling the tool with each input, one reply after another. */
async function endsOf(tool: Tool, inputs: readonly object[], more: Partial<AgentOptions> = {}) {
  const { options } = scripted([...inputs.map((input) => call(tool.name, input)), complete("ok")]);
  const agent = new Agent({ ...options, storage: "memory", tools: [tool], ...more });
  const events = agent.events();
  await agent.run("Use it.");
  const ends = [];
  for await (const event of events)
    if (event.type === "tool.end" && event.name !== "attempt_completion") ends.push(event);
  return ends;
}
