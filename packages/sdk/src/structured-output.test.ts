import { describe, expect, it } from "vitest";
import * as z from "zod";
import { call, complete, scripted } from "../test/scripted.ts";
import { Agent, type JsonSchema, type Schema } from "./index.ts";

const person = z.object({ name: z.string(), age: z.int() });

describe("a run with a schema", () => {
  it("has an output of that type", async () => {
    const result = await run([complete({ name: "Ada", age: 36 })], person);
    if (result.status !== "completed") throw new Error(result.error?.message);
    expect([result.output, result.result]).toEqual([{ name: "Ada", age: 36 }, '{"name":"Ada","age":36}']);
  });

  it("applies transformations of the schema once, to the model's own value", async () => {
    const schema = z.object({ day: z.iso.date().transform((text) => new Date(text).getTime()) });
    expect(await run([complete({ day: "1970-01-02" })], schema)).toMatchObject({ output: { day: 86_400_000 } });
  });

  it("understands a result sent as text, without its name, or of another tool's name", async () => {
    expect(await run([complete('{"name":"Ada","age":36}')], person)).toMatchObject({ output: { name: "Ada" } });
    expect(await run([call("attempt_completion", { name: "Ada", age: 36 })], person)).toMatchObject({
      output: { age: 36 },
    });
    expect(await run([call("finish", { result: { name: "Ada", age: 36 } })], person)).toMatchObject({
      output: { age: 36 },
    });
    expect(await run([complete(["a", "b"])], z.array(z.string()))).toMatchObject({ output: ["a", "b"] });
    expect(await run([complete("plain")], z.string())).toMatchObject({ output: "plain" });
  });

  it("tells the model what is wrong, and reminds it to call", async () => {
    const replies = [
      complete({ name: "Ada" }),
      { ...call("read_file", { path: "a.txt" }), expect: "- age: " },
      { text: "Ada is 36." },
      { ...complete({ name: "Ada", age: 36 }), expect: "calling attempt_completion" },
    ];
    expect(await run(replies, person)).toMatchObject({ status: "completed", turns: 4, output: { age: 36 } });
  });

  it("fails if the model cannot meet the schema", async () => {
    const wrong = Array.from({ length: 10 }, (_, index) => complete({ name: index }));
    const failed = await run(wrong, person);
    expect(failed).toMatchObject({ status: "limit", error: { code: "limit_mistakes" } });
    expect(failed.output).toBeUndefined();
    const prose = Array.from({ length: 10 }, (_, index) => ({ text: `Ada is ${index}.` }));
    expect(await run(prose, person)).toMatchObject({ status: "failed", turns: 3, error: { code: "no_completion" } });
    const impossible = z.string().refine(() => false, "never");
    expect(
      await run(
        Array.from({ length: 10 }, () => complete("x")),
        impossible,
      ),
    ).toMatchObject({ status: "limit" });
  });

  it("takes a JSON Schema, also a recursive one", async () => {
    const tree: JsonSchema = {
      type: "object",
      properties: { value: { $ref: "#/$defs/value" }, children: { type: "array", items: { $ref: "#" } } },
      required: ["value"],
      $defs: { value: { type: "number" } },
    };
    const value = { value: 1, children: [{ value: 2 }] };
    expect(await run([complete({ value: "x" }), complete(value)], tree)).toMatchObject({ output: value, turns: 2 });
    const recursive = z.object({
      name: z.string(),
      get parts() {
        return z.array(recursive).optional();
      },
    });
    const nested = { name: "a", parts: [{ name: "b" }] };
    expect(await run([complete(nested)], recursive)).toMatchObject({ output: nested });
  });

  it("is refused with a schema that has no JSON Schema", async () => {
    const opaque = { "~standard": { version: 1, vendor: "ours", validate: (value: unknown) => ({ value }) } } as const;
    await expect(run([], opaque)).rejects.toMatchObject({ code: "bad_schema" });
    await expect(run([], 7 as never)).rejects.toMatchObject({ code: "bad_schema" });
  });

  it("can be continued with another schema", async () => {
    const { options } = scripted([complete({ name: "Ada", age: 36 }), complete("Lovelace")]);
    const agent = new Agent({ ...options, storage: "memory" });
    const { taskId } = await agent.run("Who?", { schema: person });
    expect(await agent.resume(taskId, "And her name?", { schema: z.string() })).toMatchObject({ output: "Lovelace" });
  });
});

function run<const Output extends Schema>(replies: readonly object[], schema: Output) {
  const { options } = scripted(replies);
  return new Agent({ ...options, storage: "memory" }).run("Who?", { schema });
}
