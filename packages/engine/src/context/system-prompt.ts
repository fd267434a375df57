import type { Mode, TaskState } from "@roo-code/types";
import template from "./system-prompt.md";

/**
 * The same for the whole task, byte for byte, so that everything after it stays in the provider's cache. `limits`: what
 * the mode would allow but the task may not do.
 */
export function systemPrompt(
  mode: Mode,
  { environment, instructions }: Pick<TaskState, "environment" | "instructions">,
  limits = "",
): string {
  const values: Record<string, string> = {
    role: mode.roleDefinition,
    cwd: environment.cwd,
    platform: environment.platform,
    shell: environment.shell,
    date: environment.date,
    mode: limits === "" ? mode.name : `${mode.name}\n${limits}`,
    instructions: section("In this mode", mode.customInstructions) + section("Rules and instructions", instructions),
  };
  return template.trim().replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}

function section(title: string, text: string | undefined): string {
  return text ? `\n\n# ${title}\n${text}` : "";
}
