import { isStandardSchema, type Schema, type SchemaResult } from "../schema.ts";

/** Validates a value with any kind of schema. */
export async function validate(schema: Schema, value: unknown): Promise<SchemaResult<unknown>> {
  if (isStandardSchema(schema)) return schema["~standard"].validate(value);
  const { inputType } = await import("./zod-schemas.ts");
  const parsed = inputType(schema).safeParse(value);
  return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues };
}
