import init from "./init.md";

interface BuiltinCommand {
  readonly name: string;
  readonly content: string;
  readonly mode?: string;
}

/** For people only; a file of the same name takes one's place. */
export const builtinCommands: readonly BuiltinCommand[] = [{ name: "init", content: init }];
