import { hiddenGit } from "./hidden-git.ts";
import { type HiddenCode, hiddenPrograms, languages } from "./hidden-programs.ts";
import { foldedName, isSystemPath } from "./program-name.ts";
import type { ShellWord } from "./shell-word.ts";
import { shells } from "./unwrap-shell.ts";

const infoOption = /^(--?version|-V|-v|--help|-h)$/;

/**
 * Why a command may run others that its words do not show: code, scripts, build files, programs outside the system's
 * folders. Undefined if everything it runs is known; `unwrap` finds what wrappers run.
 */
export function whyHidden(words: readonly ShellWord[], hasInput: boolean): string | undefined {
  const [first, ...args] = words;
  const name = first && foldedName(first);
  if (first === undefined || name === undefined) return undefined;
  if (first.value?.includes("/") && !isSystemPath(first.value))
    return `${first.text} is not a system program, so rules cannot inspect what it runs`;
  const [only] = args;
  if (args.length === 1 && only?.value !== undefined && infoOption.test(only.value)) return undefined;
  const what = whyByName(name, args, hasInput);
  return what === undefined ? undefined : `${name} ${what}, which rules cannot inspect`;
}

function whyByName(name: string, args: readonly ShellWord[], hasInput: boolean): string | undefined {
  if (shells.has(name)) return hiddenShell(name, args);
  if (languages.test(name)) return "runs code";
  if (/^(g|m|n|o|busybox-)?awk$/.test(name)) return hiddenAwk(args);
  if (/^g?sed$/.test(name)) return hiddenSed(args);
  if (name === "git") return hiddenGit(args);
  const code = hiddenPrograms.get(name);
  return code && isHidden(code, args, hasInput) ? code.what : undefined;
}

const likeBash = /^(r?ba|da|a)?sh$/;

/** The text of `-c` is parsed; other shells may read it differently. */
function hiddenShell(name: string, args: readonly ShellWord[]): string | undefined {
  if (!likeBash.test(name)) return "reads commands differently from bash";
  if (args.some(({ value }) => /^--(rcfile|init-file)/.test(value ?? ""))) return "runs a script before the command";
  if (args.some(({ value }) => /^-[a-z]*c/i.test(value ?? ""))) return undefined;
  const script = args.find(({ start }) => !/^[-+]./.test(start));
  if (script === undefined) return undefined;
  return script.value === undefined ? "runs the output of another command" : `runs the script ${script.value}`;
}

function isHidden(code: HiddenCode, args: readonly ShellWord[], hasInput: boolean): boolean {
  if (code.hasInput && hasInput) return true;
  const operand = args.find(({ start }) => !start.startsWith("-"));
  if (code.subcommands) return args.some(({ value }) => value === undefined || code.subcommands?.includes(value));
  if (code.except) return !args.some(({ value }) => value !== undefined && isInfoCommand(code, value, operand?.value));
  if (!code.options && !code.words) return true;
  return args.some((word) => (word.value === undefined ? mayBeOption(word) : isListed(code, word.value)));
}

function isInfoCommand({ except = [] }: HiddenCode, value: string, operand: string | undefined): boolean {
  return value === operand || value.startsWith("-") ? except.includes(value) : false;
}

function mayBeOption({ start, isSplit }: ShellWord): boolean {
  return start.startsWith("-") || (start === "" && isSplit);
}

/** Long options may be abbreviated; short ones combined, or followed by their value. */
function isListed({ options = [], words }: HiddenCode, value: string): boolean {
  if (words?.test(value)) return true;
  const [name = ""] = value.split("=", 1);
  return options.some((option) => {
    if (option.startsWith("--")) return name.length > 3 && option.startsWith(name);
    if (option.length === 2) return /^-[^-]/.test(value) && value.includes(option.charAt(1));
    return value.startsWith(option);
  });
}

/** awk: safe only if the program is literal and starts no other. */
function hiddenAwk(args: readonly ShellWord[]): string | undefined {
  if (args.some(({ value }) => /^-[filEoDd]|^--(file|include|load|exec)/.test(value ?? ""))) return "runs a script";
  const program = args.find(({ value, start }, index) => isOperand(value ?? start) && !isValue(args[index - 1]?.value));
  if (program === undefined) return undefined;
  if (program.value === undefined) return "runs code that is known only at run time";
  return args.some(({ value }) => /system|[|@]/.test(value ?? "")) ? "runs code" : undefined;
}

const isOperand = (text: string) => !text.startsWith("-");
const isValue = (before: string | undefined) => before === "-F" || before === "-v";

const address = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/I?)`;
const replacing = String.raw`[sy]([/|#,:@!%])(?:(?!\1)[^\\\n]|\\.|\\\n)*\1(?:(?!\1)[^\\\n]|\\.|\\\n)*\1[gpiImM\d]*`;
const simple = String.raw`[pPdDqQ=nNgGhHxlFz{}]?|[btT:] ?\w*|[aic]\\?[^\n]*|r [^\n]*`;
/** A sed command that runs nothing. */
const quiet = new RegExp(
  `^\\s*(?:${address}(?:,(?:\\+\\d+|${address}))?\\s*!?\\s*)?\\{?\\s*(?:${replacing}|${simple})\\s*\\}?\\s*$`,
);

/** sed: the command `e` and the flag `e` of `s` run commands. */
function hiddenSed(args: readonly ShellWord[]): string | undefined {
  const reason = "runs a script that may run commands";
  let hasScript = false;
  for (let index = 0; index < args.length; index += 1) {
    const { value, start } = args[index] ?? { value: undefined, start: "" };
    if (/^-[a-zA-Z]*f|^--fi/.test(value ?? start)) return reason;
    if (/^-[nrsuzE]*l$|^--l[a-z-]*$/.test(value ?? start)) index += 1;
    const attached = /^(?:-[nrsuzE]*e|--e[a-z]*=?)(.*)$/s.exec(value ?? "")?.[1];
    if (attached === undefined && /^-./.test(value ?? start)) continue;
    const isExpression = attached !== undefined;
    if (!isExpression && hasScript) continue;
    const script = isExpression ? attached || args[(index += 1)]?.value : value;
    if (script === undefined || !isQuiet(script)) return reason;
    hasScript = true;
  }
  return undefined;
}

function isQuiet(script: string): boolean {
  return quiet.test(script) || script.split(/[;\n]/).every((command) => quiet.test(command));
}
