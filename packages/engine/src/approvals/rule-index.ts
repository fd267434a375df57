import type { ApprovalRule } from "@roo-code/types";
import type { Demand } from "./demand.ts";

interface RuleIndex {
  readonly byName: ReadonlyMap<string, readonly ApprovalRule[]>;
  /** About no command by its name: any of them may mean any demand. */
  readonly others: readonly ApprovalRule[];
}

const indexes = new WeakMap<readonly ApprovalRule[], RuleIndex>();

/** The rules that may mean a demand: a long command line has many, and a person may have hundreds of rules. */
export function rulesAbout(rules: readonly ApprovalRule[], demand: Demand): readonly ApprovalRule[] {
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
