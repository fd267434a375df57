import { RooError } from "@roo-code/types";

/** Advice names flags of the command line; programs have options instead. */
const options: Readonly<Record<string, string>> = {
  "--api-key": "apiKey",
  "--base-url": "apiBaseUrl",
  "--cwd": "cwd",
  "--max-tokens N": "limits.tokens",
  "--max-turns N": "maxIterations",
  "--model": "apiModelId",
  "--provider": "apiProvider",
  "--replay": "replayFile",
};

const flags = new RegExp(Object.keys(options).join("|"), "g");

export function withOptionNames(text: string): string {
  return text.replaceAll(flags, (flag) => options[flag] ?? flag);
}

/** The same error, with advice for programs. */
export function adviseProgram(error: unknown): unknown {
  if (error instanceof RooError && error.next !== undefined)
    Object.defineProperty(error, "next", { value: withOptionNames(error.next), enumerable: true });
  return error;
}
