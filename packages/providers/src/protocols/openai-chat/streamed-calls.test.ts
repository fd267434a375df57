import { modelRequest } from "@roo-code/testkit/model-request";
import { describe, expect, it } from "vitest";
import { CallIds } from "../../call-ids.ts";
import { MessageBuilder } from "../../message-builder.ts";
import { StreamedCalls } from "./streamed-calls.ts";

/** What the calls come to once the deltas are put together. */
function assemble(...deltas: readonly unknown[]): unknown[] {
  const calls = new StreamedCalls(new CallIds(modelRequest()));
  const builder = new MessageBuilder();
  for (const delta of deltas) for (const chunk of calls.accept(delta)) builder.add(chunk);
  for (const chunk of calls.end()) builder.add(chunk);
  builder.add({ type: "message.end", stopReason: "tool-calls" });
  return (builder.final?.message.content ?? []).map((part) =>
    part.type === "tool-call" ? [part.callId, part.name, part.malformed ?? part.input] : part,
  );
}

const part = (index: unknown, fields: object, id?: string) => ({
  index,
  ...(id !== undefined && { id }),
  function: fields,
});

describe("StreamedCalls", () => {
  it("assembles a call from deltas with its index", () => {
    expect(
      assemble(
        part(0, { name: "read", arguments: "" }, "a"),
        part(0, { arguments: '{"path":' }),
        part(0, { arguments: '"x"}' }),
      ),
    ).toEqual([["a", "read", { path: "x" }]]);
  });

  it("separates interleaved calls", () => {
    expect(
      assemble(
        part(0, { name: "one" }, "a"),
        part(1, { name: "two" }, "b"),
        part(1, { arguments: '{"n":2}' }),
        part(0, { arguments: '{"n":1}' }),
      ),
    ).toEqual([
      ["a", "one", { n: 1 }],
      ["b", "two", { n: 2 }],
    ]);
  });

  it("gives unique ids to interleaved calls without ids or with the same one", () => {
    const names = [part(0, { name: "one" }), part(1, { name: "two" }), part(0, { arguments: '{"n":1}' })];
    expect(assemble(...names)).toEqual([
      ["call_0_0", "one", { n: 1 }],
      ["call_0_1", "two", {}],
    ]);
    expect(assemble(part(0, { name: "one" }, "same"), part(1, { name: "two" }, "same"))).toEqual([
      ["same", "one", {}],
      ["same_2", "two", {}],
    ]);
  });

  it("accepts arguments as an object", () => {
    expect(assemble(part(0, { name: "one", arguments: { deep: [1] } }, "a"))).toEqual([["a", "one", { deep: [1] }]]);
    expect(assemble(part(0, { name: "one", arguments: null }, "a"))).toEqual([["a", "one", {}]]);
  });

  it("separates complete calls that all have index 0", () => {
    expect(
      assemble(
        part(0, { name: "one", arguments: '{"n":1}' }, "a"),
        part(0, { name: "two", arguments: '{"n":2}' }, "b"),
      ),
    ).toEqual([
      ["a", "one", { n: 1 }],
      ["b", "two", { n: 2 }],
    ]);
  });

  it("follows one call whose id changes with every delta", () => {
    expect(assemble(part(0, { name: "one", arguments: "{" }, "a"), part(0, { arguments: "}" }, "b"))).toEqual([
      ["a", "one", {}],
    ]);
  });

  it("works without an index", () => {
    expect(
      assemble(
        part(undefined, { name: "one", arguments: '{"n":' }, "a"),
        part(undefined, { arguments: "1}" }),
        part(undefined, { name: "two", arguments: '{"n":2' }, "b"),
        part(undefined, { arguments: "}" }, "b"),
        part(undefined, { name: "three", arguments: "{}" }),
        part(undefined, { name: "four", arguments: "{}" }),
      ),
    ).toEqual([
      ["a", "one", { n: 1 }],
      ["b", "two", { n: 2 }],
      ["call_0_2", "three", {}],
      ["call_0_3", "four", {}],
    ]);
  });

  it("keeps arguments that arrive before the name", () => {
    expect(assemble(part(0, { arguments: '{"n":' }, "a"), part(0, { name: "late", arguments: "1}" }))).toEqual([
      ["a", "late", { n: 1 }],
    ]);
  });

  it("does not split a call whose name is repeated", () => {
    expect(
      assemble(part(0, { name: "one", arguments: "{" }, "a"), part(0, { name: "one", arguments: "}" }, "a")),
    ).toEqual([["a", "one", {}]]);
  });

  it("ignores malformed deltas", () => {
    expect(assemble(null, 7, "text", {})).toEqual([["call_0_0", "", {}]]);
  });
});
