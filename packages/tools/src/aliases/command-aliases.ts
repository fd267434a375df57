import type { NamedCall } from "@roo-code/types";
import { toShell } from "../command/to-shell.ts";
import { type Alias, aliasFor, type Input, renameParameters, toNumber } from "./alias.ts";

/** Commands as text, as an argument list, or as a program with arguments; time in seconds or milliseconds. */
function runCommand(input: Input): NamedCall {
  const { command, args, timeout, ms, ...rest } = renameParameters(input, parameters);
  const argv = [command, args].flat().filter((part) => part !== undefined);
  const script = Array.isArray(command) || args !== undefined ? toShell(argv) : command;
  const patch = argv[0] === "apply_patch" && argv.length === 2 ? argv[1] : patchIn(script);
  if (typeof patch === "string") return { name: "apply_patch", input: { patch } };
  const seconds = secondsOf(toNumber(timeout), toNumber(ms));
  return {
    name: "execute_command",
    input: { command: script, timeout: seconds, ...rest },
  };
}

/** There is no program apply_patch: a script that only runs it means the tool. */
function patchIn(script: unknown): string | undefined {
  if (typeof script !== "string") return undefined;
  return /^\s*apply_?patch\s+<<-?\s*(["']?)(\w+)\1\n([^]*?)\n\2\s*$/.exec(script)?.[3];
}

const parameters = {
  command: ["command", "cmd", "commandline", "script", "bash", "code"],
  args: ["args", "arguments", "argv"],
  cwd: ["cwd", "workdir", "workingdir", "workingdirectory", "directory", "dir", "dirpath", "cd"],
  timeout: ["timeout", "timeoutseconds", "timeoutsec"],
  ms: ["timeoutms", "timeoutmilliseconds", "yieldtimems"],
};

/** No agent allows a timeout of 15 minutes: a number that large is in milliseconds. */
function secondsOf(timeout: number | undefined, milliseconds: number | undefined): number | undefined {
  if (timeout !== undefined) return timeout < 1000 ? timeout : Math.ceil(timeout / 1000);
  return milliseconds === undefined ? undefined : Math.ceil(milliseconds / 1000);
}

export const commandAliases: readonly (readonly [string, Alias])[] = aliasFor(
  "bash shell sh terminal exec execute run cmd command run_command run_shell_command run_terminal_cmd run_terminal_command run_in_terminal exec_command execute_bash execute_shell local_shell container_exec shell_command run_bash bash_command execute_shell_command unified_exec",
  runCommand,
);
