import { RooError, systemErrorCode, ToolFailure } from "@roo-code/types";

/** Why no process could be started: because of the command, or the machine. */
export function asSpawnFailure(error: unknown): Error {
  const code = systemErrorCode(error);
  if (code === "E2BIG") {
    return new ToolFailure("invalid_command", "The command is too long. Write it to a script file and run that.");
  }
  // The shell was found in a fixed folder: what does not exist is the working folder.
  if (code === "EACCES" || code === "ENOENT" || code === "ENOTDIR") {
    return new ToolFailure("permission_denied", `The folder to run the command in cannot be entered (${code}).`);
  }
  return noProcess(error);
}

export function noProcess(error: unknown): RooError {
  return new RooError({
    code: "spawn_failed",
    message: `No process could be started: ${error instanceof Error ? error.message : String(error)}.`,
    next: "Check the machine's limits on processes, memory and open files.",
    cause: error,
  });
}
