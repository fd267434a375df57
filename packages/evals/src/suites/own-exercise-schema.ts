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
  prompt: z.string().optional().describe("the prompt for the agent"),
  promptFiles: z.array(z.string()).default(["instructions.md"]).describe("files with the prompt, if prompt is not set"),
  solution: patterns.optional().describe("files that the agent writes; by the conventions of the language if not set"),
  tests: patterns.optional().describe("by the conventions of the language if not set"),
  visible: patterns.optional().describe("tests that the agent can see"),
  hidden: patterns.optional().describe("files hidden from both the agent and grading"),
  reference: z.string().default(".reference").describe("the folder with the reference solution"),
  grader: z
    .strictObject({
      command,
      results: z.enum(["exit-code", "junit", "tap", "reward"]).default("exit-code"),
      expected: z.number().int().min(1).optional(),
    })
    .optional()
    .describe("the grader of the language if not set"),
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
