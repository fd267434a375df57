import type { CommandHelp, FlagHelp } from "./command-help.ts";
import { type CommandPath, everyCommand } from "./command-tree.ts";

interface ManPage {
  readonly version: string;
  /** `2026-11-18`. */
  readonly date: string;
}

/** `man roo`: all commands with their flags, in the language of roff. */
export function manPage(commands: readonly CommandHelp[], { version, date }: ManPage): string {
  const [, ...all] = everyCommand(commands);
  return `${[
    `.TH ROO 1 "${date}" "roo ${version}" "User Commands"`,
    ".SH NAME",
    String.raw`roo \- an AI coding agent`,
    ".SH SYNOPSIS",
    `.B roo\n.RI < command > " " [ arguments ]`,
    ".SH DESCRIPTION",
    text("Describe a change; the agent reads, edits, runs and asks. You are asked before anything is changed or run."),
    ".PP",
    text("To see it work without an API key: roo demo"),
    ".SH COMMANDS",
    ...all.flatMap(section),
    ".SH ENVIRONMENT",
    ...variables.flatMap(([name, about]) => [".TP", `.B ${text(name)}`, text(about)]),
    ".SH FILES",
    ".TP",
    text("~/.roo"),
    text("Settings, profiles, and the log of every task; ROO_HOME replaces it."),
    ".TP",
    text(".roo"),
    text("The same for one project: settings, rules, modes, commands, skills, tools."),
    ".SH EXIT STATUS",
    ...exitStatus.flatMap(([code, about]) => [".TP", `.B ${code}`, text(about)]),
  ].join("\n")}\n`;
}

const variables = [
  ["ROO_HOME", "The folder of settings and tasks; default ~/.roo."],
  ["ANTHROPIC_API_KEY, OPENAI_API_KEY, …", "The key of a provider; roo providers lists them."],
  ["NO_COLOR", "No colors."],
  ["CI", "No one is asked: only what --auto-approve lists is allowed."],
  ["DO_NOT_TRACK", "No request for the newest version of roo."],
] as const;

const exitStatus = [
  ["0", "The task was completed."],
  ["1", "It failed."],
  ["2", "Wrong usage or configuration; nothing was started."],
  ["3", "A limit was reached."],
  ["4", "What it needed was denied."],
  ["130, 143", "It was interrupted, and can be resumed."],
] as const;

function section({ path, help }: CommandPath): string[] {
  const heading = `.SS "${text(["roo", ...path].join(" ")).replaceAll('"', String.raw`\(dq`)}"`;
  const usage = [".PP", String.raw`\fB${text(help.usage)}\fR`];
  const about = [".PP", ...(/\n {2}/.test(help.about) ? [".nf", text(help.about), ".fi"] : [text(help.about)])];
  return [heading, ...usage, ...about, ...help.flags.flatMap(flagLines)];
}

function flagLines({ name, placeholder, about }: FlagHelp): string[] {
  const argument = placeholder === undefined ? "" : String.raw` \fI${text(placeholder)}\fR`;
  return [".TP", String.raw`\fB${text(`--${name}`)}\fR${argument}`, text(about)];
}

/** Escaped for roff: backslashes, hyphens that are typed, and lines that begin like a request. */
function text(plain: string): string {
  return plain
    .replaceAll("\\", String.raw`\e`)
    .replaceAll("-", String.raw`\-`)
    .replaceAll(/^(?=[.'])/gm, String.raw`\&`)
    .replaceAll("…", "...");
}
