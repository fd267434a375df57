import { type EvalRunRequest, RooError } from "@roo-code/types";
import type { AgentInput } from "../trial-agent.ts";
import { canConfineAgents, notHidden } from "./confine/confine-agent.ts";

/** How agents are named, for people. */
const agentNames = ["roo", "oracle", "null", "scripted:FILE", "command:LINE"] as const;

/**
 * Before anything is paid for: whether there is such an agent, whether its caps can be kept, and whether the answers can be hidden from it.
 * Throws `RooError` `unknown_agent`, `cap_not_countable`, `answers_not_hidden`.
 */
export async function checkAgent(
  { agent, trialLimits, runLimits }: Pick<EvalRunRequest, "agent" | "trialLimits" | "runLimits">,
  { isInContainer = false }: { readonly isInContainer?: boolean } = {},
): Promise<void> {
  checkAgentName(agent);
  refuseUncountable(trialLimits, agent);
  refuseUncountable(runLimits, agent);
  if (isCommand(agent) && !isInContainer && !(await canConfineAgents())) throw notHidden();
}

/** Throws `RooError` `unknown_agent`. */
export function checkAgentName(name: string): void {
  if (/^(roo|oracle|null|(scripted|command):\s*\S.*)$/s.test(name)) return;
  const next = `Say one of ${agentNames.join(", ")}.`;
  throw new RooError({ code: "unknown_agent", message: `There is no agent "${name}".`, next });
}

const countable = ["turns", "tokens", "cost"] as const;

/** Another program does not tell what it uses, so that only its time can be limited. Throws `RooError` `cap_not_countable`. */
export function refuseUncountable(
  limits: Partial<Pick<AgentInput["limits"], (typeof countable)[number]>>,
  agent: string,
): void {
  const cap = isCommand(agent) ? countable.find((name) => limits[name] !== undefined) : undefined;
  if (cap === undefined) return;
  throw new RooError({
    code: "cap_not_countable",
    message: `A limit of ${cap} cannot be kept: another program does not tell us how much it uses.`,
    next: "Limit its time (--timeout, --run-minutes), and the rest by options of its own in the command line.",
  });
}

function isCommand(agent: string): boolean {
  return agent.startsWith("command:");
}
