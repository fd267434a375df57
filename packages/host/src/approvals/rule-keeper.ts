import { judge, smallestRules } from "@roo-code/engine";
import { projectSettingsFile, userSettingsFile } from "@roo-code/store";
import type { ApprovalRule, ApprovalSubject, Clock } from "@roo-code/types";
import { WorkspaceTrust } from "../workspace-trust.ts";
import { shellAt } from "./shell-at.ts";

/** Rules that a person makes of an answer: the smallest that cover what was shown, kept in settings. */
export interface RuleKeeper {
  /** Whether rules that were kept in this process allow it. */
  allows(tool: string, subject: ApprovalSubject): Promise<boolean>;
  /** None where no rule could say it safely. */
  propose(tool: string, subject: ApprovalSubject): Promise<readonly ApprovalRule[]>;
  /** In the person's settings, or in the project's. */
  keep(rules: readonly ApprovalRule[], layer?: "user" | "project"): Promise<void>;
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
  const shell = shellAt({ root, home });
  return {
    async allows(tool, subject) {
      if (kept.length === 0) return false;
      const policy = { autoApprove: new Set<never>(), attended: true, rules: kept };
      return (await judge(policy, subject, { root, tool, shell })).verdict === "allow";
    },
    propose: (tool, subject) => smallestRules(subject, { root, tool, shell }),
    async keep(rules, layer = "user") {
      kept = [...kept, ...rules];
      const file =
        layer === "user" ? userSettingsFile({ home, clock }) : projectSettingsFile({ workspace: root, clock });
      const trust = new WorkspaceTrust(home);
      const wasTrusted = layer === "project" && trust.isTrusted(root);
      await file.change(({ approvals }) => ({
        approvals: [...(Array.isArray(approvals) ? approvals : []), ...rules],
      }));
      // What the person adds themself is no reason to ask again.
      if (wasTrusted) trust.trust(root);
    },
  };
}
