import { isStandardSchema, type Schema, type SchemaIssue, type SchemaResult } from "../schema.ts";

/** Validates a value with any kind of schema. */
export async function validate(schema: Schema, value: unknown): Promise<SchemaResult<unknown>> {
  if (isStandardSchema(schema)) return schema["~standard"].validate(value);
  const { inputType } = await import("./zod-schemas.ts");
  const parsed = inputType(schema).safeParse(value);
  return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues };
}

const maxIssues = 8;
const maxLength = 300;

/** One line per problem. */
export function describeIssues(issues: readonly SchemaIssue[], whole: string): string {
  const lines = issues.slice(0, maxIssues).map((issue) => {
    const field = pathOf(issue).join(".").slice(0, maxLength) || whole;
    return `- ${field}: ${issue.message.slice(0, maxLength)}`;
  });
  return lines.join("\n");
}

export function pathOf({ path = [] }: SchemaIssue): (string | number)[] {
  return path.map((part) => {
    const key = typeof part === "object" ? part.key : part;
    return typeof key === "number" ? key : String(key);
  });
}
