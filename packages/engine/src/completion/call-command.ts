import { type ToolCallPart } from "@roo-code/types";

/** Parameter names that models use, in lower case without `_` and `-`, in order of precedence. */
const commandParameters = ["command", "cmd", "commandline", "script", "bash", "code"];
const argumentParameters = ["args", "arguments", "argv"];

/** The command of an execute_command call, whichever parameters the model used: text, a list, or a program and its arguments. */
export function commandText({ input }: ToolCallPart): string | undefined {
  const command = parameterOf(input, commandParameters);
  const argv = [command ?? [], parameterOf(input, argumentParameters) ?? []].flat().map(String);
  if (argv.length === 0) return undefined;
  const [program = "", flag = "", script] = argv;
  const isShell = /^(?:\/\S*\/)?(?:ba|z|da)?sh$/.test(program) && /^-l?i?c$/.test(flag);
  return isShell && script !== undefined && argv.length === 3 ? script : argv.join(" ");
}

/** Id of the background command in a call: `cmd-3`, also from `cmd-3.txt`. */
export function commandId({ input }: ToolCallPart): string | undefined {
  const ids = Object.values(typeof input === "object" && input !== null ? input : {}).flatMap((value: unknown) =>
    typeof value === "string" ? (/^\s*(cmd-\d+)(?:\.txt)?\s*$/.exec(value)?.[1] ?? []) : [],
  );
  return ids[0];
}

function parameterOf(input: unknown, names: readonly string[]): unknown {
  if (typeof input !== "object" || input === null) return undefined;
  const entries = Object.entries(input).map(([key, value]: [string, unknown]) => ({
    name: key.replaceAll(/[_-]/g, "").toLowerCase(),
    value,
  }));
  return names.map((name) => entries.find((entry) => entry.name === name)?.value).find((value) => value !== undefined);
}
