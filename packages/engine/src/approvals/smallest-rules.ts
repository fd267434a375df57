import type { ApprovalRule, ApprovalSubject } from "@roo-code/types";
import type { ApprovalContext } from "./approval-policy.ts";
import type { Requirement } from "./requirement.ts";
import { requirementsOf } from "./requirements-of.ts";

/**
 * The rules that allow exactly this subject, for the answer "always": the exact words of each command, each path, the
 * tool. None if no rule could express it, or if it should be asked about every time.
 */
export async function smallestRules(
  subject: ApprovalSubject,
  context: ApprovalContext = {},
): Promise<readonly ApprovalRule[]> {
  const { requirements, invalid } = await requirementsOf(subject, context);
  if (invalid !== undefined) return [];
  const rules = await Promise.all(requirements.filter((requirement) => !isInner(requirement)).map(ruleFor));
  const known = rules.flatMap((rule) => rule ?? []);
  if (known.length < rules.length) return [];
  return [...new Map(known.map((rule) => [JSON.stringify(rule), rule])).values()];
}

/** The rule for its wrapper covers it. */
function isInner({ command, isGranted }: Requirement): boolean {
  return isGranted === true || command?.simple.outer?.wrapper === "opaque";
}

async function ruleFor(requirement: Requirement): Promise<ApprovalRule | undefined> {
  const { kinds, isDoubt, command, paths, tool, definition, host } = requirement;
  const [kind, ...others] = kinds;
  if (isDoubt || kind === undefined || others.length > 0 || kind === "protected" || kind === "destructive")
    return undefined;
  if (command) return (await import("./commands/command-pattern.ts")).ruleForCommand(command.simple, command.program);
  if (tool !== undefined) return isPlain(tool) ? { action: "allow", kind, tool, definition } : undefined;
  if (host !== undefined) return isPlain(host) ? { action: "allow", kind, host } : undefined;
  const [path, ...more] = paths ?? [];
  return path !== undefined && more.length === 0 && isPlain(path) ? { action: "allow", kind, path } : undefined;
}

/** Whether it contains no pattern characters. */
function isPlain(text: string): boolean {
  return !/[*?{}]/.test(text);
}
