import type { JsonSchemaType, JsonSchemaValidator, jsonSchemaValidator } from "@modelcontextprotocol/client";
import { boundSchema } from "./bound-schema.ts";
import { createInputCheck } from "./check-input.ts";

/** What the SDK checks structured answers with: the same bounded check as for input, in place of a compiler of schemas. */
export const answerValidator: jsonSchemaValidator = {
  getValidator<Value>(schema: JsonSchemaType): JsonSchemaValidator<Value> {
    const isObject = schema.type === "object" && schema.anyOf === undefined && schema.oneOf === undefined;
    // Only objects can be bounded without a change of what they mean.
    const check = isObject ? createInputCheck(boundSchema(schema)) : undefined;
    return (input: unknown) => {
      const checked = check?.(input) ?? { value: input };
      if ("value" in checked) {
        // The SDK's own word for what was checked.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        return { valid: true, data: input as Value, errorMessage: undefined };
      }
      const errorMessage = checked.issues
        .slice(0, 5)
        .map(({ message }) => message)
        .join("; ");
      return { valid: false, data: undefined, errorMessage };
    };
  },
};
