import type * as z from "zod";

/** The first thing that is wrong, as a clause; zod names keys and types, never values. */
export function schemaProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return "it is not valid";
  const key = issue.path.map(String).join(".").slice(0, 200);
  const problem = issue.message.replace(/^Invalid input: /, "");
  return key === "" ? problem : `${key}: ${problem}`;
}
