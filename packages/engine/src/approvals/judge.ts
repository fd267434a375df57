import type { ApprovalKind, ApprovalRule, ApprovalSubject } from "@roo-code/types";
import type { ApprovalContext, ApprovalPolicy } from "./approval-policy.ts";
import { demandsOf } from "./demands-of.ts";
import { findRule, type Ruling } from "./find-rule.ts";
import type { CommandFacts } from "./shell/command-facts.ts";

export type Verdict =
  | { readonly verdict: "allow" }
  | {
      readonly verdict: "ask" | "deny";
      /** What would have to be allowed for all of it. */
      readonly missing: readonly ApprovalKind[];
      /** One line: what is in the way. */
      readonly why: string;
      /** The rule that decided. */
      readonly rule?: ApprovalRule;
      /** All its commands are allowed but for what cannot be told of them: `why` is worth showing. */
      readonly isUnexpected?: true;
    };

/**
 * The one gate. What a rule denies is denied, what a rule asks about is asked about, what a rule or a kind allows is
 * allowed, and all of it must be; the rest is asked about, or denied where nobody is there. Never throws.
 */
export async function judge(
  policy: ApprovalPolicy,
  subject: ApprovalSubject,
  context: ApprovalContext = {},
): Promise<Verdict> {
  const { demands, invalid } = await demandsOf(subject, context);
  if (invalid !== undefined) return { verdict: "deny", missing: [], why: invalid };
  const rulings = demands.map((demand) => findRule(policy, demand));
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

/** What a person should know first: that a rule asks, then what would be lost, then what is protected. */
function weightOf({ outcome, missing, demand }: Ruling): number {
  if (outcome === "ask") return demand.because === undefined ? 3 : 4;
  return missing.includes("destructive") ? 2 : Number(missing.includes("protected"));
}

function whyOf({ demand, rule, missing, isUnsure }: Ruling): string {
  const what = shortened(demand.what);
  const because = demand.because === undefined ? undefined : shortened(demand.because);
  if (rule) {
    const named = `${rule.command ?? rule.path ?? rule.tool ?? rule.host ?? rule.kind}`;
    const reason = rule.reason === undefined ? "" : ` (${rule.reason})`;
    const verb = rule.action === "deny" ? "denies" : "asks about";
    if (!isUnsure) return `${what}: a rule ${verb} ${named}${reason}.`;
    const doubt = because === undefined ? "it may be that" : `${because}, so it may be that`;
    return `${what}: a rule ${verb} ${named}${reason}, and ${doubt}.`;
  }
  if (because !== undefined && demand.isReplaced) return `${what}: ${because}, and no rule for it allows that.`;
  return `${what}: no rule allows it, and ${missing.join(" and ")} ${missing.length === 1 ? "was" : "were"} not allowed in advance.`;
}

/** Somebody who allowed such a command wonders why it is asked about all the same. */
function isUnexpected(open: readonly Ruling[]): boolean {
  return open.every(({ demand, rule }) => rule !== undefined || demand.isDoubt || demand.isReplaced);
}

function ruleOf({ rule }: Ruling): { rule?: ApprovalRule } {
  return rule ? { rule } : {};
}

const maxDescriptionLength = 200;

function shortened(text: string): string {
  const line = text.slice(0, maxDescriptionLength + 1).replace(/\s+/g, " ");
  return text.length > maxDescriptionLength ? `${line.slice(0, maxDescriptionLength)}…` : line;
}

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
  const subject: ApprovalSubject = { kind: "command", summary: command, command, cwd };
  const { demands, facts } = await demandsOf(subject, context);
  const rulings = demands.map((demand) => findRule(policy, demand));
  return { verdict: await judge(policy, subject, context), facts, rulings };
}
