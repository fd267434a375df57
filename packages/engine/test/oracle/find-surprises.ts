import type { ApprovalRule } from "@roo-code/types";
import { judge } from "../../src/approvals/judge.ts";
import { loadParser } from "../../src/approvals/shell/parse-shell.ts";
import { readCommand } from "../../src/approvals/shell/read-command.ts";
import type { Happened, ShellOracle } from "./shell-oracle.ts";

const allow = (command: string): ApprovalRule => ({ action: "allow", command });
const rules: readonly ApprovalRule[] = [
  ...["echo", "printf", "ls", "cat", "rg", "git log", "sort", "find", "sed", "cd", "test"].map((name) =>
    allow(`${name} *`),
  ),
  ...["npm test", "true", "grep", "git status", "git diff", "@safe"].map(allow),
  { action: "allow", kind: "edit", path: "out/**" },
  { action: "deny", command: "curl" },
  { action: "deny", command: "rm" },
];
const policy = { autoApprove: new Set<never>(), attended: true, rules };

/** How many commands were allowed, how many programs they ran, and which did more than was allowed. */
export interface Findings {
  readonly judged: number;
  readonly allowed: number;
  readonly programs: number;
  readonly surprises: readonly string[];
}

export type Gate = (command: string) => Promise<boolean>;

/** The gate with the rules above. */
export const gate: Gate = async (command) => {
  const subject = { kind: "command" as const, summary: command, command };
  return (await judge(policy, subject, { root: "/nowhere/work" })).verdict === "allow";
};

/** Allows everything except what the rules above deny. */
const gateAgainst: Gate = async (command) => {
  const denying = rules.filter(({ action }) => action === "deny");
  const open = { autoApprove: new Set(["command", "edit", "destructive", "protected"] as const), attended: true };
  const subject = { kind: "command" as const, summary: command, command };
  return (await judge({ ...open, rules: denying }, subject, { root: "/nowhere/work" })).verdict === "allow";
};

/** A gate without a parser: denies commands that begin with a denied name. */
export const byNames: Gate = async (command) => !/(^|[;&|(`{]\s*)(curl|rm)\b/m.test(command);

/** Runs every command that a gate allows although it contains a denied one; returns those that ran it. */
export async function findDenied(oracle: ShellOracle, commands: readonly string[], isAllowed = gateAgainst) {
  const allowed: string[] = [];
  for (const command of commands) if (await isAllowed(command)) allowed.push(command);
  const happened = await oracle.run(allowed);
  const ran = happened.filter((event) => event.ran.some(([name]) => name === "curl" || name === "rm"));
  return { allowed, ran: ran.map(({ command }) => command) };
}

/** A gate without a parser: checks the first word of each part between operators. */
export const byFirstWord: Gate = async (command) =>
  command
    .split(/&&|\|\||[;|&\n]/)
    .every((part) =>
      /^\s*(ls|cat|echo|rg|printf|sort|find|sed|cd|test|true|grep|git (log|status|diff)|npm test)\b/.test(part),
    );

/** Runs every command that a gate allows, and compares what happened with what was allowed. */
export async function findSurprises(
  oracle: ShellOracle,
  commands: readonly string[],
  isAllowed = gate,
): Promise<Findings> {
  const allowed: string[] = [];
  for (const command of commands) if (await isAllowed(command)) allowed.push(command);
  const happened = await oracle.run(allowed);
  const parse = await loadParser();
  return {
    judged: commands.length,
    allowed: allowed.length,
    programs: happened.reduce((sum, { ran }) => sum + ran.length, 0),
    surprises: happened.flatMap((event) => surprisesIn(event, parse)),
  };
}

function surprisesIn({ command, ran, written }: Happened, parse: Parameters<typeof readCommand>[0]): string[] {
  const facts = readCommand(parse, command);
  const isLiteral = facts.commands.every(({ words }) => words.every(({ value }) => value !== undefined));
  const predicted = new Set(facts.commands.map(({ words }) => JSON.stringify(words.map(({ value }) => value))));
  return [
    ...ran.filter((words) => !isCovered(words)).map((words) => `ran ${JSON.stringify(words)}`),
    ...ran
      .filter((words) => isLiteral && !predicted.has(JSON.stringify(words)))
      .map((words) => `did not predict ${JSON.stringify(words)}`),
    ...written.filter((path) => !path.startsWith("out/")).map((path) => `wrote ${path}`),
  ].map((surprise) => `${JSON.stringify(command)}: ${surprise}`);
}

/** Independent of the gate's own tables: arguments that must never reach these programs. */
const never: Readonly<Record<string, RegExp>> = {
  ls: /^$/,
  cat: /^$/,
  grep: /^$/,
  head: /^$/,
  rg: /^--(pre|hostname-bin)?(=|$)|^--(p|pr|h.*)$/,
  sort: /^-[a-z]*[oT]|^--(o|ou|out|outp|outpu|output|compress.*|temp.*)(=|$)/,
  find: /^-(exec|execdir|ok|okdir|delete|fprint.*|fls)$/,
  sed: /^-[a-z]*i|^--in|^'?\d*[ewWr]( |$)|^w /,
};

function isCovered([name = "", ...words]: readonly string[]): boolean {
  if (name === "npm") return words.length === 1 && words[0] === "test";
  if (name === "uniq") return words.filter((word) => !/^--?[a-z0-9]/.test(word)).length <= 1;
  if (name === "git")
    return (
      ["log", "status", "diff"].includes(words[0] ?? "") &&
      !words.some((word) => /^--(o|ou|out\w*|ext\S*)(=|$)/.test(word))
    );
  const pattern = Object.hasOwn(never, name) ? never[name] : undefined;
  return pattern !== undefined && !words.some((word) => word !== "--" && word !== "" && pattern.test(word));
}
