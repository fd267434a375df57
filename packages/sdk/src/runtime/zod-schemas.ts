// Apart from the other files, because zod takes long to load and many runs do without it.
import type { Tool } from "@roo-code/types";
import * as z from "zod";
import { isStandardSchema, type JsonSchema, type Schema, type SchemaIssue } from "../schema.ts";
import { pathOf } from "./schema-issues.ts";

/** The JSON Schema of a zod schema, which may come from another copy of zod 4. */
export function schemaOfZod(schema: object): JsonSchema {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its shape was checked by the caller
  return z.toJSONSchema(schema as z.ZodType, { io: "input", unrepresentable: "any" });
}

/** Validates the input of a tool in the form that the engine uses. Asynchronous schemas are awaited when the tool runs. */
export function inputType(schema: Schema | undefined): Tool["input"] {
  if (schema === undefined) return z.looseObject({});
  if (!isStandardSchema(schema)) return z.fromJSONSchema(schema);
  const { validate } = schema["~standard"];
  return z.unknown().transform((value, context) => {
    const result = validate(value);
    if (result instanceof Promise) return new PendingInput(result);
    if (!result.issues) return result.value;
    for (const issue of result.issues)
      context.addIssue({ code: "custom", message: issue.message, path: pathOf(issue) });
    return z.NEVER;
  });
}

export class PendingInput {
  readonly result: Promise<{ readonly value?: unknown; readonly issues?: readonly SchemaIssue[] | undefined }>;

  constructor(result: PendingInput["result"]) {
    this.result = result;
  }
}

export const anyInput = z.record(z.string(), z.unknown());
