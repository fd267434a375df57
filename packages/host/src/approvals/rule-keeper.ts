import { realpathSync } from "node:fs";
import { judge, smallestRules } from "@roo-code/engine";
import { localSettingsFile, type SettingsFile, userSettingsFile } from "@roo-code/store";
import type { ApprovalRule, ApprovalSubject, Clock, WorkspaceShell } from "@roo-code/types";
import { childEnvironment, localShell } from "@roo-code/workspace";

/** Where a rule applies: in this project, or everywhere. */
export type RuleScope = "project" | "user";

/** Rules made from a person's answer: the narrowest that cover what was shown, saved in settings. */
export interface RuleKeeper {
  /** The files they are saved in, both of them the user's own. */
  readonly files: Readonly<Record<RuleScope, string>>;
  /** Whether rules that were saved by this process allow it. */
  allows(tool: string, subject: ApprovalSubject): Promise<boolean>;
  /** None where no rule could express it safely. */
  propose(tool: string, subject: ApprovalSubject): Promise<readonly ApprovalRule[]>;
  keep(rules: readonly ApprovalRule[], scope: RuleScope): Promise<void>;
}

export interface RuleContext {
  readonly home: string;
  readonly clock: Clock;
  /** The workspace. */
  readonly root: string;
}

export function createRuleKeeper(context: RuleContext): RuleKeeper {
  const { root } = context;
  let kept: readonly ApprovalRule[] = [];
  const files = settingsFiles(context);
  const shell = shellAt(context);
  return {
    files: ruleFiles(context),
    async allows(tool, subject) {
      if (kept.length === 0) return false;
      const policy = { autoApprove: new Set<never>(), attended: true, rules: kept };
      return (await judge(policy, subject, { root, tool, shell })).verdict === "allow";
    },
    propose: (tool, subject) => smallestRules(subject, { root, tool, shell }),
    async keep(rules, scope) {
      kept = [...kept, ...rules];
      await files[scope].change(({ approvals }) => ({
        approvals: [...(Array.isArray(approvals) ? approvals : []), ...rules],
      }));
    },
  };
}

/** Where rules are saved. */
export function ruleFiles(context: RuleContext): Record<RuleScope, string> {
  const { project, user } = settingsFiles(context);
  return { project: project.path, user: user.path };
}

function settingsFiles({ home, clock, root }: RuleContext): Record<RuleScope, SettingsFile> {
  return {
    project: localSettingsFile({ home, clock, workspace: root }),
    user: userSettingsFile({ home, clock }),
  };
}

/** The shell that commands are judged by, for a workspace without an open task. */
export function shellAt({ root, home }: { readonly root: string; readonly home?: string }): WorkspaceShell {
  const real = realFolder(root);
  return localShell({
    root: { given: root, real },
    environment: childEnvironment(process.env),
    sandboxHome: home,
  });
}

function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
