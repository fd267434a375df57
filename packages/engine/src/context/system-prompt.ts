import type { Environment, Mode } from "@roo-code/types";
import template from "./system-prompt.md";

/** The same for the whole task, byte for byte: everything behind it stays in the provider's cache. */
export function systemPrompt(mode: Mode, environment: Environment): string {
  const values: Record<string, string> = {
    role: mode.roleDefinition,
    cwd: environment.cwd,
    platform: environment.platform,
    shell: environment.shell,
    date: environment.date,
    mode: mode.name,
    instructions: mode.customInstructions ? `\n\n# In this mode\n${mode.customInstructions}` : "",
  };
  return template.trim().replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}
