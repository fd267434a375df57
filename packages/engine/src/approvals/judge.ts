import type { ApprovalKind, ApprovalRule, ApprovalSubject } from "@roo-code/types";
import type { ApprovalContext, ApprovalPolicy } from "./approval-policy.ts";
import { findRule, type Ruling } from "./find-rule.ts";
import { requirementsOf } from "./requirements-of.ts";
import type { CommandFacts } from "./shell/command-facts.ts";

export type Verdict =
  | { readonly verdict: "allow" }
  | {
      readonly verdict: "ask" | "deny";
      /** The kinds that would have to be approved. */
      readonly missing: readonly ApprovalKind[];
      /** One line. */
      readonly why: string;
      /** The rule that decided. */
      readonly rule?: ApprovalRule;
      /** Its commands are allowed, but something about them is uncertain: `why` is worth showing. */
      readonly isUnexpected?: true;
    };

/**
 * The only approval gate. Deny rules come first, then ask rules, then allow rules and kinds; every requirement must be
 * allowed. The rest is asked about, or denied if the run is unattended. Never throws.
 */
export async function judge(
  policy: ApprovalPolicy,
  subject: ApprovalSubject,
  context: ApprovalContext = {},
): Promise<Verdict> {
  const { requirements, invalid } = await requirementsOf(subject, context);
  if (invalid !== undefined) return { verdict: "deny", missing: [], why: invalid };
  const rulings = requirements.map((requirement) => findRule(policy, requirement));
  return decide(policy, rulings, subject);
}

function decide(policy: ApprovalPolicy, rulings: readonly Ruling[], subject: ApprovalSubject): Verdict {
  const denied = rulings.find(({ outcome }) => outcome === "deny");
  if (denied) return { verdict: "deny", missing: [...denied.missing], why: whyOf(denied), ...ruleOf(denied) };
  const open = rulings.filter(({ outcome }) => outcome !== "allow");
  const [first] = open.toSorted((left, right) => weightOf(right) - weightOf(left));
  if (!first) return { verdict: "allow" };
  const found = new Set(open.flatMap(({ missing }) => missing));
  const missing = [subject.kind, ...found].filter((kind, index, all) => found.has(kind) && all.indexOf(kind) === index);
  return {
    verdict: policy.attended ? "ask" : "deny",
    missing,
    why: whyOf(first),
    ...ruleOf(first),
    isUnexpected: isUnexpected(open) || undefined,
  };
}

/** What to show first: an ask rule, then destruction, then protected files. */
function weightOf({ outcome, missing, requirement }: Ruling): number {
  if (outcome === "ask") return requirement.because === undefined ? 3 : 4;
  return missing.includes("destructive") ? 2 : Number(missing.includes("protected"));
}

function whyOf({ requirement, rule, missing, isUnsure }: Ruling): string {
  const what = shortened(requirement.what);
  const because = requirement.because === undefined ? undefined : shortened(requirement.because);
  if (rule) {
    const named = `${rule.command ?? rule.path ?? rule.tool ?? rule.host ?? rule.kind}`;
    const reason = rule.reason === undefined ? "" : ` (${rule.reason})`;
    const verb = rule.action === "deny" ? "denies" : "asks about";
    if (!isUnsure) return `${what}: a rule ${verb} ${named}${reason}.`;
    return `${what}: may match the rule that ${verb} ${named}${reason}${because === undefined ? "" : `: ${because}`}.`;
  }
  if (because !== undefined && requirement.isReplaced) return `${what}: ${because}, and no rule allows that program.`;
  return `${what}: no rule allows it, and ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not auto-approved.`;
}

/** Whether someone who allowed such a command would wonder why it is asked about. */
function isUnexpected(open: readonly Ruling[]): boolean {
  return open.every(({ requirement, rule }) => rule !== undefined || requirement.isDoubt || requirement.isReplaced);
}

function ruleOf({ rule }: Ruling): { rule?: ApprovalRule } {
  return rule ? { rule } : {};
}

const maxDescriptionLength = 200;

function shortened(text: string): string {
  const line = text.slice(0, maxDescriptionLength + 1).replace(/\s+/g, " ");
  return text.length > maxDescriptionLength ? `${line.slice(0, maxDescriptionLength)}…` : line;
}

/** How a command line was parsed, and what decides each part of it. */
export interface CommandExplanation {
  readonly verdict: Verdict;
  readonly facts: CommandFacts | undefined;
  readonly rulings: readonly Ruling[];
}

/** The verdict of `judge` on a command, and how it came about. Never throws. */
export async function explainCommand(
  policy: ApprovalPolicy,
  command: string,
  context: ApprovalContext & { readonly cwd?: string } = {},
): Promise<CommandExplanation> {
  const { cwd } = context;
  const subject: ApprovalSubject = { kind: "command", summary: command, command, cwd };
  const { requirements, facts } = await requirementsOf(subject, context);
  const rulings = requirements.map((requirement) => findRule(policy, requirement));
  return { verdict: await judge(policy, subject, context), facts, rulings };
}
