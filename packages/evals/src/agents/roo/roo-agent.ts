import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { noMetrics } from "../../trial/metrics.ts";
import type { AgentInput, AgentOutcome, AgentUpdate, TrialAgent } from "../../trial-agent.ts";
import { markVariable, scratchPrefix } from "../../trial-mark.ts";
import { expandSettings, keyVariable, writeAgentHome } from "./agent-home.ts";
import { AgentProcess } from "./agent-process.ts";
import { driveTask, type TaskInput } from "./drive-task.ts";
import { eventsSince, outcomeOf, readTaskLogs, restoreTaskLogs, saveTaskLogs } from "./task-logs.ts";

export interface RooAgentOptions {
  /** The command line of our own program. */
  readonly roo: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly environment: NodeJS.ProcessEnv;
}

/** Our agent as users run it: in its own process with its own home, driven over its socket. */
export function createRooAgent(options: RooAgentOptions): TrialAgent {
  return { name: "roo", work: (input) => work(input, options) };
}

async function work(input: AgentInput, options: RooAgentOptions): Promise<AgentOutcome> {
  const startedAt = performance.now();
  // Marked like its runner, so that it can be found and removed after a crash.
  const mark = options.environment[markVariable] ?? String(process.pid);
  const home = mkdtempSync(join(tmpdir(), `${scratchPrefix(mark)}home-`));
  try {
    return await workAt(home, input, options);
  } catch (error) {
    const code = error instanceof RooError ? error.code : "agent_failed";
    const message = error instanceof Error ? error.message : String(error);
    const metrics = { ...noMetrics, duration: performance.now() - startedAt };
    return { metrics, limit: null, error: { code, message }, toolErrors: [] };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** A second try continues the task of the first, and counts only the new events. */
async function workAt(home: string, input: AgentInput, options: RooAgentOptions): Promise<AgentOutcome> {
  const { artifacts, folder, hidden, limits, firstTry } = input;
  const taskInput = { ...input, observe: (update: AgentUpdate) => input.observe(update) };
  const { roo, environment } = options;
  const settings = expandSettings(options.settings, { workspace: folder, ...input.exercise });
  const startedAt = performance.now();
  const configuration = writeAgentHome(home, { settings, limits, hasKey: Boolean(environment[keyVariable]) });
  if (firstTry) restoreTaskLogs({ home, artifacts });
  const before = await readTaskLogs(home);
  const agent = new AgentProcess({ roo, home, folder, hidden: [...hidden, artifacts], environment, artifacts });
  const mcpServer = typeof settings["mcpServer"] === "string" ? settings["mcpServer"] : "";
  const taskId = await drive(agent, { ...taskInput, configuration, mcpServer, resumeTaskId: firstTry?.taskId });
  const duration = performance.now() - startedAt;
  const logs = await readTaskLogs(home);
  await saveTaskLogs({ home, artifacts }, logs.get(taskId) ?? []);
  return outcomeOf({ taskId, logs: eventsSince(before, logs), duration, isStopped: input.signal.aborted });
}

async function drive(agent: AgentProcess, input: TaskInput): Promise<string> {
  try {
    return await driveTask(agent, input);
  } finally {
    await agent.end();
  }
}
