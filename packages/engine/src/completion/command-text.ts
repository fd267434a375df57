import type { ToolCallPart } from "@roo-code/types";

/** What models call the command and its arguments, without `_`, `-` and capitals; the first that is there counts. */
const commandWords = ["command", "cmd", "commandline", "script", "bash", "code"];
const argumentWords = ["args", "arguments", "argv"];

/** The command of a call that came to execute_command, by whatever words: text, a list, or a program and its arguments. */
export function commandText({ input }: ToolCallPart): string | undefined {
  const given = wordOf(input, commandWords);
  const argv = [given ?? [], wordOf(input, argumentWords) ?? []].flat().map(String);
  if (argv.length === 0) return undefined;
  const [program = "", flag = "", script] = argv;
  const isShell = /^(?:\/\S*\/)?(?:ba|z|da)?sh$/.test(program) && /^-l?i?c$/.test(flag);
  return isShell && script !== undefined && argv.length === 3 ? script : argv.join(" ");
}

/** The background command that a call is about: `cmd-3`, also from `cmd-3.txt`. */
export function commandId({ input }: ToolCallPart): string | undefined {
  const ids = Object.values(typeof input === "object" && input !== null ? input : {}).flatMap((value: unknown) =>
    typeof value === "string" ? (/^\s*(cmd-\d+)(?:\.txt)?\s*$/.exec(value)?.[1] ?? []) : [],
  );
  return ids[0];
}

function wordOf(input: unknown, words: readonly string[]): unknown {
  if (typeof input !== "object" || input === null) return undefined;
  const entries = Object.entries(input).map(([key, value]: [string, unknown]) => ({
    word: key.replaceAll(/[_-]/g, "").toLowerCase(),
    value,
  }));
  return words.map((word) => entries.find((entry) => entry.word === word)?.value).find((value) => value !== undefined);
}
