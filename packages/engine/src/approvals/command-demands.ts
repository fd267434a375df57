import type { ApprovalSubject } from "@roo-code/types";
import type { ApprovalContext } from "./approval-context.ts";
import { judgedCommand } from "./commands/judged-command.ts";
import type { Demand } from "./demand.ts";
import { whyDestructive } from "./destructive/destructive-command.ts";
import { isProtectedTarget, isProtectingWrite } from "./protected-targets.ts";
import { isHarmlessVariable } from "./shell/alterations.ts";
import type { CommandFacts, FileUse, SimpleCommand } from "./shell/command-facts.ts";
import { isOutside, joinPath, relativePath } from "./shell/join-path.ts";
import { allowableName } from "./shell/program-name.ts";

/** Everything that a command line needs leave for. */
export function commandDemands(facts: CommandFacts, subject: ApprovalSubject, context: ApprovalContext): Demand[] {
  const commands = distinct(facts.commands);
  const exists = (path: string) => context.shell?.exists(relativePath(path, context.root)) ?? false;
  const reasons = whyDestructive({ ...facts, commands }, { source: subject.command ?? "", exists });
  const places = [...doubtsOfPlace(subject, context), ...localPrograms(facts, context)];
  return [
    ...facts.doubts.map(
      ({ what, kind }): Demand => ({
        what,
        kinds: ["command"],
        isDoubt: true,
        ...(kind !== "open" && { hides: true }),
      }),
    ),
    ...places.map((what): Demand => ({ what, kinds: ["command"], isDoubt: true })),
    ...commands.flatMap((command) => commandDemand(command, context)),
    ...distinctFiles(facts.files).flatMap((file) => fileDemand(file, context)),
    ...facts.assignments.flatMap(({ name, text, forCommand }): Demand[] =>
      isSafeVariable(name, forCommand) ? [] : [{ what: `${text} sets a variable`, kinds: ["command"], isDoubt: true }],
    ),
    ...reasons.map(
      ({ what, command }): Demand => ({
        what,
        kinds: ["destructive"],
        ...(command ? { command: judgedCommand(command, context.root) } : { isDoubt: true }),
      }),
    ),
  ];
}

/** The same words in the same folders need leave once. */
function distinct(commands: readonly SimpleCommand[]): SimpleCommand[] {
  const seen = new Map<string, SimpleCommand>();
  return commands.filter((command) => {
    if (command.outer) return true;
    const key = `${command.isFed} ${command.text}`;
    const isKnown = seen.get(key)?.folders === command.folders;
    seen.set(key, command);
    return !isKnown;
  });
}

function distinctFiles(files: readonly FileUse[]): FileUse[] {
  const seen = new Map<string, FileUse>();
  return files.filter((file) => {
    const key = `${file.use} ${file.text}`;
    const isKnown = seen.get(key)?.folders === file.folders;
    seen.set(key, file);
    return !isKnown;
  });
}

function commandDemand(simple: SimpleCommand, { root }: ApprovalContext): Demand[] {
  const target = isProtectingWrite(simple, root);
  const isGranted = simple.wrapper === "through";
  const command = judgedCommand(simple, root);
  const demand: Demand = { what: simple.text, kinds: ["command"], command, ...(isGranted && { isGranted }) };
  return target === undefined
    ? [demand]
    : [demand, { what: `${simple.text} changes ${target}`, kinds: ["protected"], command, paths: [target] }];
}

const harmlessTarget = /^\/dev\/(null|stdout|stderr|stdin|tty|fd\/[012])$/;

function fileDemand({ use, path, text, folders }: FileUse, { root }: ApprovalContext): Demand[] {
  if (path !== undefined && harmlessTarget.test(path)) return [];
  const paths = path === undefined ? [] : folders.map((folder) => relativePath(joinPath(folder, path), root));
  if (use === "read" && paths.length > 0 && !paths.some(isOutside)) return [];
  const kind = use === "read" ? "read" : "edit";
  const isBeyond = paths.length === 0 || paths.some(isOutside);
  const what = `${use === "read" ? "reads" : "writes"} ${text}${isBeyond ? ", which may not be in the workspace" : ""}`;
  const isProtected =
    use === "write" && (paths.some(isProtectedTarget) || (path !== undefined && isProtectedTarget(path)));
  return [
    { what, kinds: [kind], orKind: "command", paths, ...(isBeyond && { isBeyond }) },
    ...(isProtected ? [{ what, kinds: ["protected"] as const, paths }] : []),
  ];
}

/** Variables that change what programs print, not what they do. */
const safeVariable =
  /^(CI|NODE_ENV|FORCE_COLOR|NO_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LANG|LANGUAGE|LC_[A-Z]+|DEBUG|RUST_BACKTRACE|RUST_LOG|GIT_TERMINAL_PROMPT)$/;

function isSafeVariable(name: string, forCommand: boolean): boolean {
  return safeVariable.test(name) || (!forCommand && isHarmlessVariable(name));
}

/** What another shell than bash would read otherwise. */
const bashOnly = /[<>]\(|\|&|&>|\$['"]|\[\[|\(\(|\{|<<<|;&|\b(function|select|coproc|time)\b/;

function doubtsOfPlace({ command = "" }: ApprovalSubject, { shell, tool }: ApprovalContext): string[] {
  const doubts: string[] = [];
  if (shell?.kind === "sh" && bashOnly.test(command))
    doubts.push("the shell here is not bash, which it is written for");
  if (tool !== undefined && tool !== "execute_command") doubts.push(`${tool} does not hand it to a shell of its own`);
  return doubts;
}

/** Names that the shell would find in the workspace itself, where anybody may have put them. */
function localPrograms(facts: CommandFacts, { shell }: ApprovalContext): string[] {
  const names = new Set(facts.commands.flatMap(({ words: [first] }) => (first && allowableName(first)) ?? []));
  return [...names].filter((name) => shell?.isLocal(name)).map((name) => `${name} is a program of this workspace`);
}
