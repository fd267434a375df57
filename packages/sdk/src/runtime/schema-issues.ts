import type { SchemaIssue } from "../schema.ts";

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
