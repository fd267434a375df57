import { modelRequest } from "@roo-code/testkit/model-request";
import { describe, expect, it } from "vitest";
import { outputToolName, toReplySchema } from "./output-schema.ts";

describe("toReplySchema", () => {
  it("closes objects and leaves out what the vendor refuses, at any depth", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        minimum: { type: "number", minimum: 1, description: "least" },
        list: {
          type: "array",
          minItems: 2,
          items: { type: "object", properties: { a: { type: "string", maxLength: 3 } } },
        },
        either: { anyOf: [{ type: "string", minLength: 1 }, { type: "null" }] },
      },
      required: ["minimum"],
    };
    expect(toReplySchema(schema)).toEqual({
      type: "object",
      properties: {
        minimum: { type: "number", description: "least" },
        list: {
          type: "array",
          items: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
        },
        either: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      required: ["minimum"],
      additionalProperties: false,
    });
  });
});

describe("outputToolName", () => {
  it("is never the name of another tool", () => {
    const output = { name: "answer", schema: {} };
    const answer = { name: "answer", description: "", inputSchema: {} };
    expect(outputToolName(modelRequest(), output)).toBe("answer");
    expect(outputToolName(modelRequest({ tools: [answer] }), output)).toBe("answer_reply");
  });
});
