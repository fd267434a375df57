import type { ApprovalRule, ApprovalSubject } from "@roo-code/types";
import type { ApprovalContext } from "./approval-policy.ts";
import type { Demand } from "./demand.ts";
import { demandsOf } from "./demands-of.ts";

/**
 * The rules that allow exactly what was shown, for an answer of "always": the words of each command without any more,
 * each path, the tool. None where no rule could say it, or where every time should be asked about.
 */
export async function smallestRules(
  subject: ApprovalSubject,
  context: ApprovalContext = {},
): Promise<readonly ApprovalRule[]> {
  const { demands, invalid } = await demandsOf(subject, context);
  if (invalid !== undefined) return [];
  const rules = await Promise.all(demands.filter((demand) => !isInner(demand)).map(ruleFor));
  const known = rules.flatMap((rule) => rule ?? []);
  if (known.length < rules.length) return [];
  return [...new Map(known.map((rule) => [JSON.stringify(rule), rule])).values()];
}

/** Its wrapper's words say it all, and the rule for those covers it. */
function isInner({ command, isGranted }: Demand): boolean {
  return isGranted === true || command?.simple.outer?.wrapper === "opaque";
}

async function ruleFor(demand: Demand): Promise<ApprovalRule | undefined> {
  const { kinds, isDoubt, command, paths, tool, definition, host } = demand;
  const [kind, ...others] = kinds;
  if (isDoubt || kind === undefined || others.length > 0 || kind === "protected" || kind === "destructive")
    return undefined;
  if (command) return (await import("./commands/rule-words.ts")).ruleForCommand(command.simple, command.place);
  if (tool !== undefined) return isPlain(tool) ? { action: "allow", kind, tool, definition } : undefined;
  if (host !== undefined) return isPlain(host) ? { action: "allow", kind, host } : undefined;
  const [path, ...more] = paths ?? [];
  return path !== undefined && more.length === 0 && isPlain(path) ? { action: "allow", kind, path } : undefined;
}

/** Nothing in it would be read as a pattern. */
function isPlain(text: string): boolean {
  return !/[*?{}]/.test(text);
}
