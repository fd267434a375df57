import type { ApprovalSubject } from "@roo-code/types";
import type { ApprovalContext } from "./approval-context.ts";
import type { ApprovalPolicy } from "./approval-policy.ts";
import { demandsOf } from "./demands-of.ts";
import { findRule, type Ruling } from "./find-rule.ts";
import { judge, type Verdict } from "./judge.ts";
import type { CommandFacts } from "./shell/command-facts.ts";

/** How a command line is understood, and what decides each part of it. */
export interface CommandExplanation {
  readonly verdict: Verdict;
  readonly facts: CommandFacts | undefined;
  readonly rulings: readonly Ruling[];
}

/** What `judge` would say to a command, with all it looked at. Never throws. */
export async function explainCommand(
  policy: ApprovalPolicy,
  command: string,
  context: ApprovalContext & { readonly cwd?: string } = {},
): Promise<CommandExplanation> {
  const { cwd } = context;
  const subject: ApprovalSubject = { kind: "command", summary: command, command, ...(cwd !== undefined && { cwd }) };
  const { demands, facts } = await demandsOf(subject, context);
  const rulings = demands.map((demand) => findRule(policy, demand));
  return { verdict: await judge(policy, subject, context), facts, rulings };
}
