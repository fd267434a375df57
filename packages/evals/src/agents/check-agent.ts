import { type EvalRunRequest, RooError } from "@roo-code/types";
import type { AgentInput } from "../trial-agent.ts";
import { answersNotHidden, canConfineAgents } from "./confine/confine-agent.ts";

/** For error messages. */
const agentNames = ["roo", "oracle", "null", "scripted:FILE", "command:LINE"] as const;

/**
 * Checks before a run costs anything that the agent exists, its limits can be enforced and the answers can be hidden from
 * it. Throws `RooError` `unknown_agent`, `cap_not_countable`, `answers_not_hidden`.
 */
export async function checkAgent(
  { agent, trialLimits, runLimits }: Pick<EvalRunRequest, "agent" | "trialLimits" | "runLimits">,
  { isInContainer = false }: { readonly isInContainer?: boolean } = {},
): Promise<void> {
  checkAgentName(agent);
  refuseUnmeasurableLimits(trialLimits, agent);
  refuseUnmeasurableLimits(runLimits, agent);
  if (isCommand(agent) && !isInContainer && !(await canConfineAgents())) throw answersNotHidden();
}

/** Throws `RooError` `unknown_agent`. */
export function checkAgentName(name: string): void {
  if (/^(roo|oracle|null|(scripted|command):\s*\S.*)$/s.test(name)) return;
  const next = `Use one of: ${agentNames.join(", ")}.`;
  throw new RooError({ code: "unknown_agent", message: `Unknown agent: "${name}".`, next });
}

const measured = ["turns", "tokens", "cost"] as const;

/** Another program does not report its usage, so only its time can be limited. Throws `RooError` `cap_not_countable`. */
export function refuseUnmeasurableLimits(
  limits: Partial<Pick<AgentInput["limits"], (typeof measured)[number]>>,
  agent: string,
): void {
  const limit = isCommand(agent) ? measured.find((name) => limits[name] !== undefined) : undefined;
  if (limit === undefined) return;
  throw new RooError({
    code: "cap_not_countable",
    message: `Cannot limit ${limit} of a command agent: it does not report its usage.`,
    next: "Limit its time (--timeout, --run-minutes), and pass other limits in its own command line.",
  });
}

function isCommand(agent: string): boolean {
  return agent.startsWith("command:");
}
