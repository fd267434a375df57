import { type ApprovalKind, type ApprovalSubject, hasHiddenCharacters, isProtectedPath } from "@roo-code/types";
import type { ApprovalContext } from "./approval-policy.ts";
import type { Requirement } from "./requirement.ts";
import type { CommandFacts } from "./shell/command-facts.ts";
import { relativePath } from "./shell/join-path.ts";

interface SubjectRequirements {
  readonly requirements: readonly Requirement[];
  /** What a command line would do; absent for other subjects. */
  readonly facts?: CommandFacts;
  /** Why it can never be allowed. */
  readonly invalid?: string;
}

/** Everything that must be allowed for the subject. */
export async function requirementsOf(subject: ApprovalSubject, context: ApprovalContext): Promise<SubjectRequirements> {
  const { tool: caller } = context;
  const found = await subjectRequirements(subject, context);
  if (caller === undefined) return found;
  return { ...found, requirements: found.requirements.map((requirement) => ({ ...requirement, caller })) };
}

async function subjectRequirements(subject: ApprovalSubject, context: ApprovalContext): Promise<SubjectRequirements> {
  if (subject.command !== undefined && subject.kind === "command") return requirementsOfCommand(subject, context);
  const { kind, summary, paths = [], tool, definition, host } = subject;
  if (paths.length === 0) return { requirements: [{ what: summary, kinds: [kind], tool, definition, host }] };
  return {
    requirements: paths.map((path): Requirement => {
      // Reading requires approval only for files that may hold keys.
      const isProtected = kind === "read" || isProtectedPath(path) || hasHiddenCharacters(path);
      const kinds: ApprovalKind[] = isProtected ? [kind, "protected"] : [kind];
      return { what: path, kinds, paths: [relativePath(path, context.root)], tool, definition, host };
    }),
  };
}

async function requirementsOfCommand(subject: ApprovalSubject, context: ApprovalContext): Promise<SubjectRequirements> {
  const source = subject.command ?? "";
  const isInput = context.tool !== undefined && context.tool !== "execute_command";
  if (!isInput && isEmptyCommand(source)) return { requirements: [], invalid: "The command is empty." };
  // Slow to load, and only needed for commands.
  const [{ commandRequirements }, { loadParser }, { readCommand }] = await Promise.all([
    import("./command-requirements.ts"),
    import("./shell/parse-shell.ts"),
    import("./shell/read-command.ts"),
  ]);
  const facts = readCommand(await loadParser(), source, relativePath(subject.cwd ?? ".", context.root));
  const requirements = commandRequirements(facts, subject, context);
  const whole: Requirement = { what: subject.summary, kinds: ["command"], isDoubt: true };
  return { requirements: requirements.length > 0 ? requirements : [whole], facts };
}

/** Only blanks, comments and separators: there is nothing to run. */
function isEmptyCommand(source: string): boolean {
  return source.split("\n").every((line) => /^[\s;&|]*(?:#.*)?$/.test(line));
}
