import { readFileSync } from "node:fs";
import { RooError } from "@roo-code/types";
import * as z from "zod";

const stepSchema = z.union([
  z.strictObject({ write: z.string().describe("a path"), text: z.string() }),
  z.strictObject({ run: z.string().describe("a line for the shell") }),
  z.strictObject({ wait: z.number().min(0).describe("seconds") }),
]);

const scriptSchema = z.strictObject({
  steps: z.array(stepSchema).default([]).describe("of exercises that have none of their own"),
  exercises: z.record(z.string(), z.array(stepSchema)).default({}).describe("by language/name"),
});
export type Script = z.infer<typeof scriptSchema>;
export type ScriptStep = z.infer<typeof stepSchema>;

/** Reads what a scripted agent does, as YAML or JSON. Throws `RooError` `invalid_script`. */
export async function readScript(file: string): Promise<Script> {
  const { load } = await import("js-yaml");
  try {
    return scriptSchema.parse(load(readFileSync(file, "utf8")));
  } catch (error) {
    throw invalid(file, error instanceof z.ZodError ? z.prettifyError(error) : String(error));
  }
}

function invalid(file: string, why: string): RooError {
  return new RooError({
    code: "invalid_script",
    message: `${file} is no script of an agent: ${why}`,
    next: "A script has steps: [{write, text}, {run}, {wait}]; see docs/evals-suites.md.",
  });
}
