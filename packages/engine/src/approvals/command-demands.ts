import type { ApprovalSubject } from "@roo-code/types";
import type { ApprovalContext } from "./approval-policy.ts";
import { judgedCommand } from "./commands/judged-command.ts";
import type { Demand } from "./demand.ts";
import { whyDestructive } from "./destructive/destructive-command.ts";
import { Places } from "./places.ts";
import { isProtectedTarget, isProtectingWrite, isWriter } from "./protected-targets.ts";
import { isHarmlessVariable, isRunningVariable } from "./shell/alterations.ts";
import type { Assigned, CommandFacts, FileUse, SimpleCommand } from "./shell/command-facts.ts";
import { isOutside } from "./shell/join-path.ts";

/** Everything that a command line needs leave for. */
export function commandDemands(facts: CommandFacts, subject: ApprovalSubject, context: ApprovalContext): Demand[] {
  const commands = distinct(facts.commands);
  const places = new Places(context, writtenNames(facts));
  const exists = (path: string) => places.exists(path);
  const reasons = whyDestructive({ ...facts, commands }, { source: subject.command ?? "", exists });
  return [
    ...facts.doubts.map(
      ({ what, kind }): Demand => ({
        what,
        kinds: ["command"],
        isDoubt: true,
        hides: kind !== "open" || undefined,
      }),
    ),
    ...doubtsOfPlace(subject, context).map((what): Demand => ({ what, kinds: ["command"], isDoubt: true })),
    ...commands.flatMap((command) => commandDemand(command, places)),
    ...distinctFiles(facts.files).flatMap((file) => fileDemand(file, places)),
    ...facts.assignments.flatMap(assignmentDemand),
    ...reasons.map(
      ({ what, command }): Demand => ({
        what,
        kinds: ["destructive"],
        ...(command ? { command: judgedCommand(command, places) } : { isDoubt: true }),
      }),
    ),
  ];
}

/** Names of the files that the line writes, for what it finds by its name afterwards. */
function writtenNames({ commands, files }: CommandFacts): ReadonlySet<string> {
  const paths = files.flatMap(({ use, path }) => (use === "write" && path !== undefined ? [path] : []));
  const words = commands.filter(isWriter).flatMap(({ words: [, ...args] }) => args.flatMap(({ value }) => value ?? []));
  return new Set([...paths, ...words].map((path) => path.slice(path.lastIndexOf("/") + 1)));
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

function commandDemand(simple: SimpleCommand, places: Places): Demand[] {
  const { isOwn, path } = places.program(simple);
  const name = simple.words[0]?.value ?? "";
  const isReplaced = isOwn && !name.includes("/");
  const where = path === undefined ? "may be what the same line writes" : `is ${path} here`;
  const because = isReplaced ? `${name} ${where}, not the machine's program` : simple.hides;
  const isGranted = simple.wrapper === "through" && !isOwn;
  const hides = simple.hides !== undefined || isReplaced;
  const command = judgedCommand(simple, places, hides);
  const demand: Demand = {
    what: simple.text,
    kinds: ["command"],
    command,
    isGranted: isGranted || undefined,
    hides: hides || undefined,
    because,
    isReplaced: isReplaced || undefined,
  };
  const target = isProtectingWrite(simple, places);
  return target === undefined
    ? [demand]
    : [demand, { what: `${simple.text} changes ${target}`, kinds: ["protected"], command, paths: [target] }];
}

const harmlessTarget = /^\/dev\/(null|stdout|stderr|stdin|tty|fd\/[012])$/;

function fileDemand({ use, path, text, folders }: FileUse, places: Places): Demand[] {
  if (path !== undefined && harmlessTarget.test(path)) return [];
  const paths = path === undefined ? [] : places.leadsTo(path, folders);
  if (use === "read" && paths.length > 0 && !paths.some(isOutside)) return [];
  const kind = use === "read" ? "read" : "edit";
  const isBeyond = paths.length === 0 || paths.some(isOutside);
  const verb = use === "read" ? "reads" : "writes";
  const [written, real] = paths;
  const isLink = real !== undefined && written !== undefined && folders.length === 1;
  const where = isLink ? `, which leads to ${real}` : isBeyond ? ", which may not be in the workspace" : "";
  const what = `${verb} ${text}${where}`;
  const isProtected =
    use === "write" && (paths.some(isProtectedTarget) || (path !== undefined && isProtectedTarget(path)));
  return [
    { what, kinds: [kind], orKind: "command", paths, isBeyond: isBeyond || undefined },
    ...(isProtected ? [{ what, kinds: ["protected"] as const, paths }] : []),
  ];
}

function assignmentDemand({ name, text, forCommand }: Assigned): Demand[] {
  if (isSafeVariable(name, forCommand)) return [];
  const hides = isRunningVariable(name);
  const because = `${name} tells the shell or a program what to run`;
  return [{ what: `${text} sets a variable`, kinds: ["command"], isDoubt: true, ...(hides && { hides, because }) }];
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
