import { judge, smallestRules, userSettingsFile } from "@roo-code/host";
import type { ApprovalRule, ApprovalSubject, Clock } from "@roo-code/types";

/** Rules that a person makes of an answer: the smallest that cover what was shown, kept in their settings. */
export interface RuleKeeper {
  /** Whether rules that were kept in this run allow it. */
  allows(tool: string, subject: ApprovalSubject): Promise<boolean>;
  /** None where no rule could say it safely. */
  propose(tool: string, subject: ApprovalSubject): Promise<readonly ApprovalRule[]>;
  keep(rules: readonly ApprovalRule[]): Promise<void>;
}

export function createRuleKeeper({
  home,
  clock,
  root,
}: {
  readonly home: string;
  readonly clock: Clock;
  readonly root: string;
}): RuleKeeper {
  let kept: readonly ApprovalRule[] = [];
  return {
    async allows(tool, subject) {
      if (kept.length === 0) return false;
      const policy = { autoApprove: new Set<never>(), attended: true, rules: kept };
      return (await judge(policy, subject, { root, tool })).verdict === "allow";
    },
    propose: (tool, subject) => smallestRules(subject, { root, tool }),
    async keep(rules) {
      kept = [...kept, ...rules];
      await userSettingsFile({ home, clock }).change(({ approvals }) => ({
        approvals: [...(Array.isArray(approvals) ? approvals : []), ...rules],
      }));
    },
  };
}

/** A rule in a few words. */
export function ruleWords({ action, kind, command, path, tool, host }: ApprovalRule): string {
  const about = [command, path, tool, host].filter((part) => part !== undefined).join(" ");
  return `${action} ${about || (kind ?? "")}`;
}
