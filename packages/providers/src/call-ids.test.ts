import { modelRequest } from "@roo-code/testkit/model-request";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallIds } from "./call-ids.ts";

const metadata = { taskId: "task-1", agent: "root", priorAttempts: 7 };

describe("CallIds", () => {
  it("keeps a valid id", () => {
    expect(new CallIds(modelRequest()).claim("call_Abc-123")).toBe("call_Abc-123");
  });

  it("generates the same ids at the same position of a task", () => {
    const claim = () => {
      const ids = new CallIds(modelRequest({ metadata }));
      return [ids.claim(undefined), ids.claim("given"), ids.claim("")];
    };
    expect(claim()).toEqual(["call_7_0", "given", "call_7_2"]);
    expect(claim()).toEqual(claim());
  });

  it("never returns an id that is in the history", () => {
    const call = { type: "tool-call" as const, callId: "call_0", name: "tool", input: {} };
    const ids = new CallIds(modelRequest({ messages: [{ role: "assistant", content: [call] }] }));
    expect([ids.claim("call_0"), ids.claim("call_0")]).toEqual(["call_0_2", "call_0_3"]);
  });

  it("returns unique ids that every vendor accepts, for any input", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.oneof(fc.string(), fc.string({ minLength: 60, maxLength: 90 })))), (given) => {
        const ids = new CallIds(modelRequest());
        const claimed = given.map((id) => ids.claim(id ?? undefined));
        expect(new Set(claimed).size).toBe(claimed.length);
        for (const id of claimed) expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      }),
    );
  });
});
