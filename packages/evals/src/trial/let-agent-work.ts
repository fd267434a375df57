import { setTimeout as sleep } from "node:timers/promises";
import { RooError } from "@roo-code/types";
import type { AgentOrder, AgentOutcome, TrialAgent } from "../trial-agent.ts";
import { noMetrics } from "./metrics.ts";

/** How long an agent may take to end what it started once it was told to. */
const patienceMs = 30_000;

/** Has an agent work for as long as it may. Whatever it does there is an outcome. */
export async function letAgentWork(agent: TrialAgent, order: AgentOrder): Promise<AgentOutcome> {
  const startedAt = performance.now();
  const timeIsUp = AbortSignal.timeout(Math.ceil(order.limits.seconds * 1000));
  const signal = AbortSignal.any([order.signal, timeIsUp]);
  const stuck = new AbortController();
  try {
    const outcome = await Promise.race([agent.work({ ...order, signal }), giveUp(signal, stuck.signal)]);
    const isLate = timeIsUp.aborted && !order.signal.aborted;
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
    stuck.abort();
  }
}

/** Of an agent that does not end. */
async function giveUp(signal: AbortSignal, isOver: AbortSignal): Promise<AgentOutcome> {
  await new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", resolve, { once: true });
    isOver.addEventListener("abort", resolve, { once: true });
  });
  await sleep(patienceMs, undefined, { signal: isOver }).catch(() => undefined);
  throw new RooError({ code: "agent_stuck", message: "The agent did not end when its time was up." });
}
