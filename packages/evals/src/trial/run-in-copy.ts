import { mkdirSync } from "node:fs";
import { RooError } from "@roo-code/types";
import type { FolderCommand } from "../exercise.ts";
import { openSealedWorkspace } from "./sealed-workspace.ts";
import { shellLine } from "./shell-words.ts";

const timeoutMs = 180_000;

/** Runs a suite's own command in a copy: what prepares it, what solves it. Throws `RooError` `suite_command_failed`. */
export async function runInCopy(
  { command, at, places = [] }: FolderCommand,
  { folder, home, signal }: { folder: string; home: string; signal: AbortSignal },
): Promise<void> {
  mkdirSync(home, { recursive: true });
  const workspace = openSealedWorkspace({
    root: folder,
    home,
    places: [
      ...(at === undefined ? [] : [{ kind: "write", source: folder, target: at } as const]),
      ...places.map((place) => ({ kind: "read", source: place.from, target: place.at }) as const),
    ],
  });
  try {
    const line = shellLine(command);
    const outcome = await workspace.execute({
      command: at === undefined ? line : `cd ${shellLine([at])} && ${line}`,
      timeoutMs,
      signal,
      maxOutputBytes: 4000,
      onOutput: () => undefined,
    });
    if (outcome.exitCode !== 0)
      throw new RooError({
        code: "suite_command_failed",
        message: `${command.join(" ")} of the exercise failed: ${outcome.output.trim()}`,
        next: "Repair the exercise.",
      });
  } finally {
    await workspace.dispose();
  }
}
