import type { SandboxChoice } from "@roo-code/types";
import type { Enforcement } from "./sandbox.ts";

/** For every question about a command that nothing confines; undefined where it is confined. */
export function unconfinedNotice(choice: SandboxChoice, enforcement: Enforcement): string | undefined {
  if (choice === "off") return "No sandbox (switched off): the command can do whatever you can.";
  if (enforcement.files) return undefined;
  return "No sandbox (this machine has none): the command can do whatever you can.";
}
