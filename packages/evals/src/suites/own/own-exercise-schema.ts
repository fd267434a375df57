import * as z from "zod";

const patterns = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === "string" ? [value] : value));

const command = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === "string" ? ["sh", "-c", value] : value));

/** `exercise.yaml`. Patterns are written as in `.gitignore`. */
export const ownExerciseSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
  language: z.string(),
  prompt: z.string().optional().describe("what the agent is asked"),
  promptFiles: z.array(z.string()).default(["instructions.md"]).describe("files that say it, when prompt does not"),
  solution: patterns.optional().describe("what the agent is to write; by custom of the language when absent"),
  tests: patterns.optional().describe("by custom of the language when absent"),
  visible: patterns.optional().describe("tests that the agent sees"),
  hidden: patterns.optional().describe("files that neither the agent nor grading has"),
  reference: z.string().default(".reference").describe("a folder of files that solve it"),
  grader: z
    .strictObject({
      command,
      results: z.enum(["exit-code", "junit", "tap", "reward"]).default("exit-code"),
      expected: z.number().int().min(1).optional(),
    })
    .optional()
    .describe("the grader of the language when absent"),
  setup: command.optional(),
  gradingSeconds: z.number().positive().optional(),
  release: z.boolean().optional(),
  passesUntouched: z.boolean().optional(),
});
export type OwnExercise = z.infer<typeof ownExerciseSchema>;

/** `suite.yaml`, at the root. */
export const ownSuiteSchema = z.strictObject({
  name: z.string().optional(),
  description: z.string().optional(),
});
