import type { ApprovalSubject } from "@roo-code/types";
import type { ApprovalContext } from "./approval-policy.ts";
import { judgedCommand } from "./commands/judged-command.ts";
import { whyDestructive } from "./destructive/destructive-command.ts";
import { PathResolver } from "./path-resolver.ts";
import { isProtectedTarget, isWriter, protectedWrite } from "./protected-targets.ts";
import type { Requirement } from "./requirement.ts";
import { isHarmlessVariable, isRunningVariable } from "./shell/alterations.ts";
import type { Assigned, CommandFacts, FileUse, SimpleCommand } from "./shell/command-facts.ts";
import { isOutside } from "./shell/join-path.ts";

/** Everything in a command line that must be approved. */
export function commandRequirements(
  facts: CommandFacts,
  subject: ApprovalSubject,
  context: ApprovalContext,
): Requirement[] {
  const commands = distinct(facts.commands);
  const resolver = new PathResolver(context, writtenNames(facts));
  const exists = (path: string) => resolver.exists(path);
  const reasons = whyDestructive({ ...facts, commands }, { source: subject.command ?? "", exists });
  return [
    ...facts.doubts.map(
      ({ what, kind }): Requirement => ({
        what,
        kinds: ["command"],
        isDoubt: true,
        hides: kind !== "open" || undefined,
      }),
    ),
    ...shellDoubts(subject, context).map((what): Requirement => ({ what, kinds: ["command"], isDoubt: true })),
    ...commands.flatMap((command) => simpleCommandRequirements(command, resolver)),
    ...distinctFiles(facts.files).flatMap((file) => fileRequirements(file, resolver)),
    ...facts.assignments.flatMap(assignmentRequirements),
    ...reasons.map(
      ({ what, command }): Requirement => ({
        what,
        kinds: ["destructive"],
        ...(command ? { command: judgedCommand(command, resolver) } : { isDoubt: true }),
      }),
    ),
  ];
}

/** Names of the files that the line writes: it may run one of them afterwards. */
function writtenNames({ commands, files }: CommandFacts): ReadonlySet<string> {
  const paths = files.flatMap(({ use, path }) => (use === "write" && path !== undefined ? [path] : []));
  const operands = commands
    .filter(isWriter)
    .flatMap(({ words: [, ...args] }) => args.flatMap(({ value }) => value ?? []));
  return new Set([...paths, ...operands].map((path) => path.slice(path.lastIndexOf("/") + 1)));
}

/** The same words in the same folders are approved once. */
function distinct(commands: readonly SimpleCommand[]): SimpleCommand[] {
  const seen = new Map<string, SimpleCommand>();
  return commands.filter((command) => {
    if (command.outer) return true;
    const key = `${command.hasInput} ${command.text}`;
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

function simpleCommandRequirements(simple: SimpleCommand, resolver: PathResolver): Requirement[] {
  const { isOwn, path } = resolver.program(simple);
  const name = simple.words[0]?.value ?? "";
  const isReplaced = isOwn && !name.includes("/");
  const where = path === undefined ? "may be a file that the same line writes" : `resolves to ${path}`;
  const because = isReplaced ? `${name} ${where}, not to the system's program` : simple.hides;
  const isGranted = simple.wrapper === "through" && !isOwn;
  const hides = simple.hides !== undefined || isReplaced;
  const command = judgedCommand(simple, resolver, hides);
  const requirement: Requirement = {
    what: simple.text,
    kinds: ["command"],
    command,
    isGranted: isGranted || undefined,
    hides: hides || undefined,
    because,
    isReplaced: isReplaced || undefined,
  };
  const target = protectedWrite(simple, resolver);
  return target === undefined
    ? [requirement]
    : [requirement, { what: `${simple.text} changes ${target}`, kinds: ["protected"], command, paths: [target] }];
}

const harmlessTarget = /^\/dev\/(null|stdout|stderr|stdin|tty|fd\/[012])$/;

function fileRequirements({ use, path, text, folders }: FileUse, resolver: PathResolver): Requirement[] {
  if (path !== undefined && harmlessTarget.test(path)) return [];
  const paths = path === undefined ? [] : resolver.resolve(path, folders);
  if (use === "read" && paths.length > 0 && !paths.some(isOutside)) return [];
  const kind = use === "read" ? "read" : "edit";
  const mayBeOutside = paths.length === 0 || paths.some(isOutside);
  const verb = use === "read" ? "reads" : "writes";
  const [written, real] = paths;
  const isLink = real !== undefined && written !== undefined && folders.length === 1;
  const where = isLink ? `, which links to ${real}` : mayBeOutside ? ", which may be outside the workspace" : "";
  const what = `${verb} ${text}${where}`;
  const isProtected =
    use === "write" && (paths.some(isProtectedTarget) || (path !== undefined && isProtectedTarget(path)));
  return [
    { what, kinds: [kind], orKind: "command", paths, mayBeOutside: mayBeOutside || undefined },
    ...(isProtected ? [{ what, kinds: ["protected"] as const, paths }] : []),
  ];
}

function assignmentRequirements({ name, text, forCommand }: Assigned): Requirement[] {
  if (isSafeVariable(name, forCommand)) return [];
  const hides = isRunningVariable(name);
  const because = `${name} affects what the shell or a program runs`;
  return [{ what: `${text} sets a variable`, kinds: ["command"], isDoubt: true, ...(hides && { hides, because }) }];
}

/** Variables that change what programs print, not what they do. */
const safeVariable =
  /^(CI|NODE_ENV|FORCE_COLOR|NO_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LANG|LANGUAGE|LC_[A-Z]+|DEBUG|RUST_BACKTRACE|RUST_LOG|GIT_TERMINAL_PROMPT)$/;

function isSafeVariable(name: string, forCommand: boolean): boolean {
  return safeVariable.test(name) || (!forCommand && isHarmlessVariable(name));
}

/** Syntax that other shells read differently from bash. */
const bashOnly = /[<>]\(|\|&|&>|\$['"]|\[\[|\(\(|\{|<<<|;&|\b(function|select|coproc|time)\b/;

function shellDoubts({ command = "" }: ApprovalSubject, { shell, tool }: ApprovalContext): string[] {
  const doubts: string[] = [];
  if (shell?.kind === "sh" && bashOnly.test(command)) doubts.push("it uses bash syntax, but the shell is not bash");
  if (tool !== undefined && tool !== "execute_command")
    doubts.push(`${tool} sends it to a running program, not to a shell`);
  return doubts;
}
