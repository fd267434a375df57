import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { describe, expect, it } from "vitest";
import { ToolCaller } from "../test/call-tool.ts";
import { attemptCompletion } from "./attempt-completion.ts";
import { translateCall } from "./builtin-tools.ts";

async function controlOf(input: unknown) {
  await using temp = createTempWorkspace();
  return (await new ToolCaller(temp).call(attemptCompletion, input)).control;
}

describe("attempt_completion", () => {
  it.each([[undefined], [null], [[]], [""], [[null, "", {}]], ["[]"]])(
    "ends the task, with the evidence %j",
    async (evidence) => {
      expect(await controlOf({ result: "Done.", evidence })).toEqual({ type: "complete", result: "Done.", claims: [] });
    },
  );

  const ran = { claim: "tests pass", command: "npm test" };
  const wrote = { claim: "a.ts", path: "a.ts" };

  it.each<[unknown, unknown[]]>([
    [
      [ran, wrote],
      [ran, wrote],
    ],
    [ran, [ran]],
    [JSON.stringify([ran, wrote]), [ran, wrote]],
    [JSON.stringify(ran), [ran]],
    ["tests pass", [{ claim: "tests pass" }]],
    ["12", [{ claim: "12" }]],
    [
      ["tests pass", wrote],
      [{ claim: "tests pass" }, wrote],
    ],
    [[{ ...ran, path: null, exit_code: 0 }], [ran]],
    [[{ description: "tests pass", cmd: "npm test" }], [ran]],
    [[{ path: "a.ts" }], [wrote]],
    [[{ files: ["a.ts", "b.ts"] }], [wrote, { claim: "b.ts", path: "b.ts" }]],
    [
      [{ claim: "checked", commands: ["a", "b"], path: "c" }],
      [
        { claim: "checked", command: "a", path: "c" },
        { claim: "checked", command: "b" },
      ],
    ],
  ])("claims what %j says", async (evidence, claims) => {
    expect(await controlOf({ result: "Done.", evidence })).toEqual({ type: "complete", result: "Done.", claims });
  });

  it.each([[[1]], [[{ claim: {} }]], [[{ claim: "x", command: 1 }]], [true]])(
    "refuses the evidence %j",
    async (evidence) => {
      await expect(controlOf({ result: "Done.", evidence })).rejects.toThrow("evidence");
    },
  );

  it("keeps its evidence under another name", async () => {
    const call = await translateCall({ name: "task_done", input: { output: "Done.", evidence: [ran] } });
    expect(await controlOf(call?.input)).toEqual({ type: "complete", result: "Done.", claims: [ran] });
  });
});
