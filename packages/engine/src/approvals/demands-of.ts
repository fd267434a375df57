import { type ApprovalKind, type ApprovalSubject, hasHiddenCharacters, isProtectedPath } from "@roo-code/types";
import type { ApprovalContext } from "./approval-policy.ts";
import type { Demand } from "./demand.ts";
import type { CommandFacts } from "./shell/command-facts.ts";
import { relativePath } from "./shell/join-path.ts";

interface Demanded {
  readonly demands: readonly Demand[];
  /** What the command line would do; absent for anything else. */
  readonly facts?: CommandFacts;
  /** Why nothing could ever allow it. */
  readonly invalid?: string;
}

/** Everything that must be allowed before the subject may be done. */
export async function demandsOf(subject: ApprovalSubject, context: ApprovalContext): Promise<Demanded> {
  const { tool: caller } = context;
  const demanded = await demandedBy(subject, context);
  if (caller === undefined) return demanded;
  return { ...demanded, demands: demanded.demands.map((demand) => ({ ...demand, caller })) };
}

async function demandedBy(subject: ApprovalSubject, context: ApprovalContext): Promise<Demanded> {
  if (subject.command !== undefined && subject.kind === "command") return demandsOfCommand(subject, context);
  const { kind, summary, paths = [], tool, definition, host } = subject;
  const also = {
    ...(tool !== undefined && { tool }),
    ...(definition !== undefined && { definition }),
    ...(host !== undefined && { host }),
  };
  if (paths.length === 0) return { demands: [{ what: summary, kinds: [kind], ...also }] };
  return {
    demands: paths.map((path): Demand => {
      // What is asked about before it is read is where keys are kept.
      const isProtected = kind === "read" || isProtectedPath(path) || hasHiddenCharacters(path);
      const kinds: ApprovalKind[] = isProtected ? [kind, "protected"] : [kind];
      return { what: path, kinds, paths: [relativePath(path, context.root)], ...also };
    }),
  };
}

async function demandsOfCommand(subject: ApprovalSubject, context: ApprovalContext): Promise<Demanded> {
  const source = subject.command ?? "";
  const isInput = context.tool !== undefined && context.tool !== "execute_command";
  if (!isInput && isEmptyCommand(source)) return { demands: [], invalid: "The command is empty." };
  // Much to load, and only needed where commands are run.
  const [{ commandDemands }, { loadParser }, { readCommand }] = await Promise.all([
    import("./command-demands.ts"),
    import("./shell/parse-shell.ts"),
    import("./shell/read-command.ts"),
  ]);
  const facts = readCommand(await loadParser(), source, relativePath(subject.cwd ?? ".", context.root));
  const demands = commandDemands(facts, subject, context);
  const whole: Demand = { what: subject.summary, kinds: ["command"], isDoubt: true };
  return { demands: demands.length > 0 ? demands : [whole], facts };
}

/** Nothing but blanks, comments and separators: nothing that could be run. */
function isEmptyCommand(source: string): boolean {
  return source.split("\n").every((line) => /^[\s;&|]*(?:#.*)?$/.test(line));
}
