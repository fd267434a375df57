import * as z from "zod";
import { textOf } from "../read-file.ts";
import { NoExercise } from "../suite-problem.ts";

const paths = z.array(z.string());

/** What of `.meta/config.json` matters here. */
const configSchema = z.object({
  files: z.object({
    solution: paths,
    test: paths,
    example: paths.optional(),
    exemplar: paths.optional(),
    editor: paths.optional(),
  }),
  custom: z
    .object({ "test-in-release-mode": z.union([z.boolean(), z.string()]) })
    .partial()
    .optional(),
});
export type ExercismConfig = z.infer<typeof configSchema>;

const configFile = ".meta/config.json";

/** Undefined where the exercise has none. Throws `NoExercise` for one that cannot be read. */
export function readConfig(folder: string): ExercismConfig | undefined {
  const text = textOf(folder, configFile);
  if (text === undefined) return undefined;
  const parsed = configSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new NoExercise(configFile, z.prettifyError(parsed.error));
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NoExercise(configFile, error instanceof Error ? error.message : String(error));
  }
}
