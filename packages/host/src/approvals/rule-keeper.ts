import { realpathSync } from "node:fs";
import { judge, smallestRules } from "@roo-code/engine";
import { localSettingsFile, type SettingsFile, userSettingsFile } from "@roo-code/store";
import type { ApprovalRule, ApprovalSubject, Clock, WorkspaceShell } from "@roo-code/types";
import { childEnvironment, localShell } from "@roo-code/workspace";

/** Where a rule applies: in this project, or everywhere. */
export type RuleScope = "project" | "user";

/** Approval rules derived from the user's answers: the narrowest that cover what was shown, saved in settings. */
export interface RuleKeeper {
  /** The files they are saved in; both belong to the user, not to the project. */
  readonly files: Readonly<Record<RuleScope, string>>;
  /** Whether rules saved by this process allow the call. */
  allows(tool: string, subject: ApprovalSubject): Promise<boolean>;
  /** Empty if no rule can express it safely. */
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
  let saved: readonly ApprovalRule[] = [];
  const files = settingsFiles(context);
  const shell = shellAt(context);
  return {
    files: ruleFiles(context),
    async allows(tool, subject) {
      if (saved.length === 0) return false;
      const policy = { autoApprove: new Set<never>(), attended: true, rules: saved };
      return (await judge(policy, subject, { root, tool, shell })).verdict === "allow";
    },
    propose: (tool, subject) => smallestRules(subject, { root, tool, shell }),
    async keep(rules, scope) {
      saved = [...saved, ...rules];
      await files[scope].change(({ approvals }) => ({
        approvals: [...(Array.isArray(approvals) ? approvals : []), ...rules],
      }));
    },
  };
}

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

/** The shell used to judge commands in a workspace without an open task. */
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
