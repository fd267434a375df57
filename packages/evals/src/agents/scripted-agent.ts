import { join, normalize } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeFile } from "../trial/exercise-copy.ts";
import { noMetrics } from "../trial/metrics.ts";
import { openSealedWorkspace } from "../trial/sealed-workspace.ts";
import type { TrialAgent } from "../trial-agent.ts";
import { readScript, type ScriptStep } from "./scripted-steps.ts";

/** Plays what a file says: writes, commands in the sandbox, pauses. A second try plays nothing more. */
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
          await play(step, { folder, workspace, signal });
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

async function play(
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

/** Of a path that leads out of the folder, what is left when it cannot. */
function inside(path: string): string {
  return join("/", normalize(path)).slice(1);
}
