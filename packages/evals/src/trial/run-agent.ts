import { setTimeout as sleep } from "node:timers/promises";
import { RooError } from "@roo-code/types";
import type { TrialSpec } from "../trial.ts";
import type { AgentInput, AgentOutcome, TrialAgent } from "../trial-agent.ts";
import { noMetrics } from "./metrics.ts";

/** How long an agent may take to stop its processes after an abort. */
const stopTimeoutMs = 30_000;

/** Runs an agent within its time limit. Never throws: every failure is an outcome. */
export async function runAgent(agent: TrialAgent, input: AgentInput): Promise<AgentOutcome> {
  const startedAt = performance.now();
  const deadline = AbortSignal.timeout(Math.ceil(input.limits.seconds * 1000));
  const signal = AbortSignal.any([input.signal, deadline]);
  const done = new AbortController();
  try {
    const outcome = await Promise.race([agent.work({ ...input, signal }), rejectIfStuck(signal, done.signal)]);
    const isLate = deadline.aborted && !input.signal.aborted;
    return isLate && outcome.limit === null && outcome.error === null ? { ...outcome, limit: "time" } : outcome;
  } catch (error) {
    const code = error instanceof RooError ? error.code : "agent_crashed";
    const message = error instanceof Error ? error.message : String(error);
    return {
      metrics: { ...noMetrics, duration: performance.now() - startedAt },
      limit: null,
      error: { code, message },
      toolErrors: [],
    };
  } finally {
    done.abort();
  }
}

/** Throws if the agent does not return after the abort. */
async function rejectIfStuck(signal: AbortSignal, done: AbortSignal): Promise<AgentOutcome> {
  await new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", resolve, { once: true });
    done.addEventListener("abort", resolve, { once: true });
  });
  await sleep(stopTimeoutMs, undefined, { signal: done }).catch(() => undefined);
  throw new RooError({ code: "agent_stuck", message: "The agent did not stop after it was aborted." });
}

const maxOutputLength = 8000;

export function firstPrompt({ prompt, exercise }: Pick<TrialSpec, "prompt" | "exercise">): string {
  return [prompt, exercise.prompt].filter((part) => part !== undefined && part !== "").join("\n\n");
}

/** For an agent with a second try. The end of the output is the most useful part. */
export function retryPrompt(output: string): string {
  const shown = output.length > maxOutputLength ? `…${output.slice(-maxOutputLength)}` : output;
  return `The tests do not pass yet. This is what they print:\n\n\`\`\`\n${shown.trim()}\n\`\`\`\n\nThe tests are right and cannot be changed. Correct the solution.`;
}
