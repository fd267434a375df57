import type { SandboxChoice } from "@roo-code/types";
import type { Enforcement } from "./sandbox.ts";

/** Added to approval requests for unconfined commands; undefined if commands are confined. */
export function unconfinedNotice(choice: SandboxChoice, enforcement: Enforcement): string | undefined {
  if (choice === "off") return "No sandbox (switched off): the command can do whatever you can.";
  if (enforcement.files) return undefined;
  return "No sandbox (this machine has none): the command can do whatever you can.";
}
