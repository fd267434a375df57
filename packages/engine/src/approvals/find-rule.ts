import type { ApprovalKind, ApprovalRule } from "@roo-code/types";
import type { ApprovalPolicy } from "./approval-policy.ts";
import type { Demand, Match } from "./demand.ts";
import { matchesGlob } from "./path-rule.ts";

/** What the policy says to one demand. */
export interface Ruling {
  readonly demand: Demand;
  /** `missing`: nothing allows it. */
  readonly outcome: "allow" | "ask" | "deny" | "missing";
  readonly missing: readonly ApprovalKind[];
  /** The rule that decided; absent when a kind did. */
  readonly rule?: ApprovalRule;
  /** It cannot be told whether the rule means it. */
  readonly isUnsure?: boolean;
}

export function findRule(policy: ApprovalPolicy, demand: Demand): Ruling {
  const rules = rulesAbout(policy.rules ?? [], demand);
  const against = findAgainst(rules, demand);
  if (against) return { demand, missing: demand.kinds, ...against };
  if (demand.isGranted) return { demand, missing: [], outcome: "allow" };
  const allowing: ApprovalRule[] = [];
  const missing = demand.kinds.filter((kind, index) => {
    if (policy.autoApprove.has(kind) && !demand.isBeyond) return false;
    if (index === 0 && demand.orKind !== undefined && hasKind(policy, demand.orKind)) return false;
    const rule = rules.find((candidate) => allows(candidate, { kind, demand }));
    if (rule) allowing.push(rule);
    return rule === undefined;
  });
  const [rule] = allowing;
  return {
    demand,
    missing,
    outcome: missing.length === 0 ? "allow" : "missing",
    rule: rule && missing.length === 0 ? rule : undefined,
  };
}

function hasKind({ autoApprove, rules = [] }: ApprovalPolicy, kind: ApprovalKind): boolean {
  return autoApprove.has(kind) || rules.some((rule) => rule.action === "allow" && rule.kind === kind && isBare(rule));
}

/** A rule for a kind as a whole. */
function isBare({ path, command, host, tool }: ApprovalRule): boolean {
  return path === undefined && command === undefined && host === undefined && tool === undefined;
}

/** The strongest rule against it: deny before ask, and what is sure before what may be. */
function findAgainst(rules: readonly ApprovalRule[], demand: Demand) {
  const found = rules.flatMap((rule) => {
    if (rule.action === "allow") return [];
    const match = matches(rule, demand);
    if (match === "no") return [];
    return match !== "yes" && isNamed(rules, demand, match) ? [] : { rule, match };
  });
  const denied = found.find(({ rule, match }) => rule.action === "deny" && match === "yes");
  if (denied) return { outcome: "deny" as const, rule: denied.rule };
  const [asked] = found.toSorted((left, right) => Number(right.match === "yes") - Number(left.match === "yes"));
  return asked && { outcome: "ask" as const, rule: asked.rule, isUnsure: asked.match !== "yes" };
}

/** What a person allowed by its words may hide something, and by exactly its words also mention it. */
function isNamed(rules: readonly ApprovalRule[], demand: Demand, match: Match): boolean {
  const { command, kinds } = demand;
  if (!command || match === "maybe") return false;
  return rules.some(
    (rule) =>
      rule.command !== undefined &&
      (match === "hidden" || command.isExactly(rule)) &&
      kinds.every((kind) => allows(rule, { kind, demand })),
  );
}

function matches(rule: ApprovalRule, demand: Demand): Match {
  if (rule.kind !== undefined && !demand.kinds.includes(rule.kind)) return "no";
  const parts = [
    rule.command === undefined ? "yes" : matchesCommand(rule, demand),
    rule.path === undefined ? "yes" : matchesPath(rule.path, demand),
    rule.tool === undefined ? "yes" : matchesTool(rule.tool, demand),
    rule.host === undefined ? "yes" : matchesHost(rule.host, demand.host),
  ];
  const order: readonly Match[] = ["no", "maybe", "mentioned", "hidden"];
  return order.find((match) => parts.includes(match)) ?? "yes";
}

function matchesCommand(rule: ApprovalRule, { command, hides }: Demand): Match {
  const match = command?.matches(rule) ?? "no";
  return match === "no" && hides ? "hidden" : match;
}

function matchesPath(glob: string, { paths }: Demand): Match {
  if (paths === undefined) return "no";
  if (paths.length === 0) return "maybe";
  return paths.some((path) => matchesGlob(glob, path, { ignoresCase: true })) ? "yes" : "no";
}

function matchesTool(glob: string, { tool, caller }: Demand, isCaseIgnored = true): Match {
  const isMeant = [tool, caller].some(
    (name) => name !== undefined && matchesGlob(glob, name, { ignoresCase: isCaseIgnored }),
  );
  return isMeant ? "yes" : "no";
}

function matchesHost(glob: string, host: string | undefined): Match {
  if (host === undefined) return "no";
  return matchesGlob(glob.replace(/^\*\./, "**."), host, { ignoresCase: true }) ? "yes" : "no";
}

/** `protected` and `destructive` must be named by the rule itself. */
function allows(rule: ApprovalRule, { kind, demand }: { kind: ApprovalKind; demand: Demand }): boolean {
  if (rule.action !== "allow") return false;
  const isOther = kind === "protected" || kind === "destructive";
  if (rule.kind === undefined ? isOther : rule.kind !== kind) return false;
  if (isBare(rule)) return !demand.isBeyond;
  if (demand.isDoubt) return false;
  if (rule.command !== undefined && demand.command?.isCoveredBy(rule) !== true) return false;
  if (rule.path !== undefined && !coversPaths(rule.path, demand)) return false;
  if (rule.tool !== undefined && matchesTool(rule.tool, demand, false) === "no") return false;
  if (rule.definition !== undefined && rule.definition !== demand.definition) return false;
  return rule.host === undefined || matchesHost(rule.host, demand.host) === "yes";
}

const exactCase = { ignoresCase: false };

function coversPaths(glob: string, { paths = [] }: Demand): boolean {
  return paths.length > 0 && paths.every((path) => matchesGlob(glob, path, exactCase));
}

interface RuleIndex {
  readonly byName: ReadonlyMap<string, readonly ApprovalRule[]>;
  /** About no command by its name: any of them may mean any demand. */
  readonly others: readonly ApprovalRule[];
}

const indexes = new WeakMap<readonly ApprovalRule[], RuleIndex>();

/** The rules that may mean a demand: a long command line has many, and a person may have hundreds of rules. */
function rulesAbout(rules: readonly ApprovalRule[], demand: Demand): readonly ApprovalRule[] {
  const names = demand.command?.names;
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

/** A plain first word, as it is compared; undefined where it takes more than a look to tell. */
function nameIn(command: string | undefined): string | undefined {
  const word = /^[\w.+-]+(?=\s|$)/.exec(command ?? "")?.[0];
  return word?.toLowerCase().replace(/\.exe$/, "");
}
