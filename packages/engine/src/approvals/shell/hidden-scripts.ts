import type { ShellWord } from "./shell-word.ts";

/** awk: only a program that is written out, and starts no other. */
export function hiddenAwk(args: readonly ShellWord[]): string | undefined {
  if (args.some(({ value }) => /^-[filEoDd]|^--(file|include|load|exec)/.test(value ?? ""))) return "runs a script";
  const program = args.find(({ value, start }, index) => isOperand(value ?? start) && !isValue(args[index - 1]?.value));
  if (program === undefined) return undefined;
  if (program.value === undefined) return "runs code that is only known when it runs";
  return args.some(({ value }) => /system|[|@]/.test(value ?? "")) ? "runs code" : undefined;
}

const isOperand = (text: string) => !text.startsWith("-");
const isValue = (before: string | undefined) => before === "-F" || before === "-v";

const address = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/I?)`;
const replacing = String.raw`[sy]([/|#,:@!%])(?:(?!\1)[^\\\n]|\\.|\\\n)*\1(?:(?!\1)[^\\\n]|\\.|\\\n)*\1[gpiImM\d]*`;
const simple = String.raw`[pPdDqQ=nNgGhHxlFz{}]?|[btT:] ?\w*|[aic]\\?[^\n]*|r [^\n]*`;
/** One command of sed that runs nothing. */
const quiet = new RegExp(
  `^\\s*(?:${address}(?:,(?:\\+\\d+|${address}))?\\s*!?\\s*)?\\{?\\s*(?:${replacing}|${simple})\\s*\\}?\\s*$`,
);

/** sed: its `e`, and the flag `e` of `s`, run commands. */
export function hiddenSed(args: readonly ShellWord[]): string | undefined {
  const reason = "runs a script that may hold commands";
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
