import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { noMetrics } from "../../trial/metrics.ts";
import type { AgentInput, AgentNews, AgentOutcome, TrialAgent } from "../../trial-agent.ts";
import { markVariable, scratchPrefix } from "../../trial-mark.ts";
import { furnishHome, keyVariable } from "./agent-home.ts";
import { AgentProcess } from "./agent-process.ts";
import { driveTask, type TaskOrder } from "./drive-task.ts";
import { fillIn } from "./fill-in.ts";
import { bringBackTaskLogs, eventsSince, keepTaskLogs, readTaskLogs } from "./task-logs.ts";
import { outcomeOf } from "./task-outcome.ts";

export interface RooAgentOptions {
  /** The command line of our own program. */
  readonly roo: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  readonly environment: NodeJS.ProcessEnv;
}

/** Our agent as anybody would run it: in a process of its own, with a home of its own, driven over its socket. */
export function createRooAgent(options: RooAgentOptions): TrialAgent {
  return { name: "roo", work: (order) => work(order, options) };
}

async function work(order: AgentInput, options: RooAgentOptions): Promise<AgentOutcome> {
  const startedAt = performance.now();
  // Under its runner's mark, so that nothing of it is left when all of them are killed.
  const mark = options.environment[markVariable] ?? String(process.pid);
  const home = mkdtempSync(join(tmpdir(), `${scratchPrefix(mark)}home-`));
  try {
    return await workAt(home, order, options);
  } catch (error) {
    const code = error instanceof RooError ? error.code : "agent_failed";
    const message = error instanceof Error ? error.message : String(error);
    const metrics = { ...noMetrics, duration: performance.now() - startedAt };
    return { metrics, limit: null, error: { code, message }, toolErrors: [] };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** A second try goes on with the task of the first one, and counts what is new. */
async function workAt(home: string, order: AgentInput, options: RooAgentOptions): Promise<AgentOutcome> {
  const { artifacts, folder, hidden, limits, firstTry } = order;
  const wishes = { ...order, observe: (news: AgentNews) => order.observe(news) };
  const { roo, environment } = options;
  const settings = fillIn(options.settings, { workspace: folder, ...order.exercise });
  const startedAt = performance.now();
  const configuration = furnishHome(home, { settings, limits, hasKey: Boolean(environment[keyVariable]) });
  if (firstTry) bringBackTaskLogs({ home, artifacts });
  const before = await readTaskLogs(home);
  const agent = new AgentProcess({ roo, home, folder, hidden: [...hidden, artifacts], environment, artifacts });
  const mcpServer = typeof settings["mcpServer"] === "string" ? settings["mcpServer"] : "";
  const taskId = await drive(agent, { ...wishes, configuration, mcpServer, earlier: firstTry?.taskId });
  const duration = performance.now() - startedAt;
  const logs = await readTaskLogs(home);
  await keepTaskLogs({ home, artifacts }, logs.get(taskId) ?? []);
  return outcomeOf({ taskId, logs: eventsSince(before, logs), duration, isStopped: order.signal.aborted });
}

async function drive(agent: AgentProcess, order: TaskOrder): Promise<string> {
  try {
    return await driveTask(agent, order);
  } finally {
    await agent.end();
  }
}
