import type { ApprovalKind, ApprovalRule } from "@roo-code/types";
import type { ApprovalPolicy } from "./approval-policy.ts";
import { matchesGlob } from "./path-glob.ts";
import type { Match, Requirement } from "./requirement.ts";

/** Decision of the policy on one requirement. */
export interface Ruling {
  readonly requirement: Requirement;
  /** `missing`: nothing allows it. */
  readonly outcome: "allow" | "ask" | "deny" | "missing";
  readonly missing: readonly ApprovalKind[];
  /** The rule that decided; absent if a kind did. */
  readonly rule?: ApprovalRule;
  /** It is unknown whether the rule matches. */
  readonly isUnsure?: boolean;
}

export function findRule(policy: ApprovalPolicy, requirement: Requirement): Ruling {
  const rules = rulesAbout(policy.rules ?? [], requirement);
  const opposing = findOpposing(rules, requirement);
  if (opposing) return { requirement, missing: requirement.kinds, ...opposing };
  if (requirement.isGranted) return { requirement, missing: [], outcome: "allow" };
  const allowing: ApprovalRule[] = [];
  const missing = requirement.kinds.filter((kind, index) => {
    if (policy.autoApprove.has(kind) && !requirement.mayBeOutside) return false;
    if (index === 0 && requirement.orKind !== undefined && hasKind(policy, requirement.orKind)) return false;
    const rule = rules.find((candidate) => allows(candidate, { kind, requirement }));
    if (rule) allowing.push(rule);
    return rule === undefined;
  });
  const [rule] = allowing;
  return {
    requirement,
    missing,
    outcome: missing.length === 0 ? "allow" : "missing",
    rule: rule && missing.length === 0 ? rule : undefined,
  };
}

function hasKind({ autoApprove, rules = [] }: ApprovalPolicy, kind: ApprovalKind): boolean {
  return autoApprove.has(kind) || rules.some((rule) => rule.action === "allow" && rule.kind === kind && isBare(rule));
}

/** A rule for a whole kind. */
function isBare({ path, command, host, tool }: ApprovalRule): boolean {
  return path === undefined && command === undefined && host === undefined && tool === undefined;
}

/** The strongest rule opposing it: deny before ask, certain matches before possible ones. */
function findOpposing(rules: readonly ApprovalRule[], requirement: Requirement) {
  const found = rules.flatMap((rule) => {
    if (rule.action === "allow") return [];
    const match = matches(rule, requirement);
    if (match === "no") return [];
    return match !== "yes" && isExcepted(rules, requirement, match) ? [] : { rule, match };
  });
  const denied = found.find(({ rule, match }) => rule.action === "deny" && match === "yes");
  if (denied) return { outcome: "deny" as const, rule: denied.rule };
  const [strongest] = found.toSorted((left, right) => Number(right.match === "yes") - Number(left.match === "yes"));
  return strongest && { outcome: "ask" as const, rule: strongest.rule, isUnsure: strongest.match !== "yes" };
}

/** A command that a rule names is allowed to hide commands; one that a rule names exactly, also to mention them. */
function isExcepted(rules: readonly ApprovalRule[], requirement: Requirement, match: Match): boolean {
  const { command, kinds } = requirement;
  if (!command || match === "maybe") return false;
  return rules.some(
    (rule) =>
      rule.command !== undefined &&
      (match === "hidden" || command.isExactMatch(rule)) &&
      kinds.every((kind) => allows(rule, { kind, requirement })),
  );
}

function matches(rule: ApprovalRule, requirement: Requirement): Match {
  if (rule.kind !== undefined && !requirement.kinds.includes(rule.kind)) return "no";
  const parts = [
    rule.command === undefined ? "yes" : matchesCommand(rule, requirement),
    rule.path === undefined ? "yes" : matchesPath(rule.path, requirement),
    rule.tool === undefined ? "yes" : matchesTool(rule.tool, requirement),
    rule.host === undefined ? "yes" : matchesHost(rule.host, requirement.host),
  ];
  const order: readonly Match[] = ["no", "maybe", "mentioned", "hidden"];
  return order.find((match) => parts.includes(match)) ?? "yes";
}

function matchesCommand(rule: ApprovalRule, { command, hides }: Requirement): Match {
  const match = command?.matches(rule) ?? "no";
  return match === "no" && hides ? "hidden" : match;
}

function matchesPath(glob: string, { paths }: Requirement): Match {
  if (paths === undefined) return "no";
  if (paths.length === 0) return "maybe";
  return paths.some((path) => matchesGlob(glob, path, { ignoresCase: true })) ? "yes" : "no";
}

function matchesTool(glob: string, { tool, caller }: Requirement, isCaseIgnored = true): Match {
  const isMatch = [tool, caller].some(
    (name) => name !== undefined && matchesGlob(glob, name, { ignoresCase: isCaseIgnored }),
  );
  return isMatch ? "yes" : "no";
}

function matchesHost(glob: string, host: string | undefined): Match {
  if (host === undefined) return "no";
  return matchesGlob(glob.replace(/^\*\./, "**."), host, { ignoresCase: true }) ? "yes" : "no";
}

/** A rule covers `protected` and `destructive` only if it names that kind. */
function allows(rule: ApprovalRule, { kind, requirement }: { kind: ApprovalKind; requirement: Requirement }): boolean {
  if (rule.action !== "allow") return false;
  const isSpecial = kind === "protected" || kind === "destructive";
  if (rule.kind === undefined ? isSpecial : rule.kind !== kind) return false;
  if (isBare(rule)) return !requirement.mayBeOutside;
  if (requirement.isDoubt) return false;
  if (rule.command !== undefined && requirement.command?.isAllowed(rule) !== true) return false;
  if (rule.path !== undefined && !coversPaths(rule.path, requirement)) return false;
  if (rule.tool !== undefined && matchesTool(rule.tool, requirement, false) === "no") return false;
  if (rule.definition !== undefined && rule.definition !== requirement.definition) return false;
  return rule.host === undefined || matchesHost(rule.host, requirement.host) === "yes";
}

const exactCase = { ignoresCase: false };

function coversPaths(glob: string, { paths = [] }: Requirement): boolean {
  return paths.length > 0 && paths.every((path) => matchesGlob(glob, path, exactCase));
}

interface RuleIndex {
  readonly byName: ReadonlyMap<string, readonly ApprovalRule[]>;
  /** Not for a command by name: may match any requirement. */
  readonly others: readonly ApprovalRule[];
}

const indexes = new WeakMap<readonly ApprovalRule[], RuleIndex>();

/** The rules that may match a requirement. Indexed, because a long command line has many and a user may have hundreds. */
function rulesAbout(rules: readonly ApprovalRule[], requirement: Requirement): readonly ApprovalRule[] {
  const names = requirement.command?.names;
  if (names === undefined || rules.length < 2) return rules;
  let index = indexes.get(rules);
  if (!index) {
    index = indexOf(rules);
    indexes.set(rules, index);
  }
  const { byName, others } = index;
  const [first, ...more] = names;
  const named = (first !== undefined && byName.get(first)) || [];
  return [...named, ...more.flatMap((name) => byName.get(name) ?? []), ...others];
}

function indexOf(rules: readonly ApprovalRule[]): RuleIndex {
  const byName = new Map<string, ApprovalRule[]>();
  const others: ApprovalRule[] = [];
  for (const rule of rules) {
    const name = nameIn(rule.command);
    if (name === undefined) others.push(rule);
    else byName.set(name, [...(byName.get(name) ?? []), rule]);
  }
  return { byName, others };
}

/** The first word, folded for comparison; undefined unless it is plain. */
function nameIn(command: string | undefined): string | undefined {
  const word = /^[\w.+-]+(?=\s|$)/.exec(command ?? "")?.[0];
  return word?.toLowerCase().replace(/\.exe$/, "");
}
