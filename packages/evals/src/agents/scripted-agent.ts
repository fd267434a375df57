import { readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { RooError } from "@roo-code/types";
import * as z from "zod";
import { writeFile } from "../trial/exercise-copy.ts";
import { noMetrics } from "../trial/metrics.ts";
import { openSealedWorkspace } from "../trial/sealed-workspace.ts";
import type { TrialAgent } from "../trial-agent.ts";

/** Runs the steps of a file: writes, commands in the sandbox, pauses. Does nothing in a second try. */
export async function createScripted({ file, home }: { file: string; home: string }): Promise<TrialAgent> {
  const script = await readScript(file);
  return {
    name: `scripted:${file}`,
    async work({ folder, exercise: { language, name }, limits, signal, firstTry }) {
      const startedAt = performance.now();
      const all = firstTry ? [] : (script.exercises[`${language}/${name}`] ?? script.steps);
      const steps = all.slice(0, limits.turns);
      const workspace = openSealedWorkspace({ root: folder, home });
      try {
        for (const step of steps) {
          if (signal.aborted) break;
          await runStep(step, { folder, workspace, signal });
        }
      } finally {
        await workspace.dispose();
      }
      const metrics = { ...noMetrics, turns: steps.length, duration: Math.round(performance.now() - startedAt) };
      const commands = steps.flatMap((step) => ("run" in step ? [step.run] : []));
      return { metrics, limit: steps.length < all.length ? "turns" : null, error: null, toolErrors: [], commands };
    },
  };
}

const commandTimeoutMs = 600_000;

async function runStep(
  step: ScriptStep,
  {
    folder,
    workspace,
    signal,
  }: { folder: string; workspace: ReturnType<typeof openSealedWorkspace>; signal: AbortSignal },
): Promise<void> {
  if ("wait" in step) await sleep(step.wait * 1000, undefined, { signal }).catch(() => undefined);
  else if ("write" in step) writeFile(folder, inside(step.write), step.text);
  else {
    const more = { timeoutMs: commandTimeoutMs, maxOutputBytes: 10_000, onOutput: () => undefined };
    await workspace.execute({ command: step.run, signal, ...more });
  }
}

/** Strips `..` that would lead out of the folder. */
function inside(path: string): string {
  return join("/", normalize(path)).slice(1);
}

const stepSchema = z.union([
  z.strictObject({ write: z.string().describe("a path"), text: z.string() }),
  z.strictObject({ run: z.string().describe("a shell command") }),
  z.strictObject({ wait: z.number().min(0).describe("seconds") }),
]);

const scriptSchema = z.strictObject({
  steps: z.array(stepSchema).default([]).describe("for exercises without steps of their own"),
  exercises: z.record(z.string(), z.array(stepSchema)).default({}).describe("by language/name"),
});
export type Script = z.infer<typeof scriptSchema>;
export type ScriptStep = z.infer<typeof stepSchema>;

/** Reads a script in YAML or JSON. Throws `RooError` `invalid_script`. */
export async function readScript(file: string): Promise<Script> {
  const { load } = await import("js-yaml");
  try {
    return scriptSchema.parse(load(readFileSync(file, "utf8")));
  } catch (error) {
    throw invalidScript(file, error instanceof z.ZodError ? z.prettifyError(error) : String(error));
  }
}

function invalidScript(file: string, reason: string): RooError {
  return new RooError({
    code: "invalid_script",
    message: `Invalid agent script: ${file}: ${reason}`,
    next: "A script has steps: [{write, text}, {run}, {wait}]; see docs/evals-suites.md.",
  });
}
