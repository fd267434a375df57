import { effectiveEvents, type TaskEvent, toolCalls } from "@roo-code/types";

/** Words of commands that check something. */
const checking = /\b(test|tests|spec|check|verify|pytest|unittest|jest|vitest|mocha|ctest|junit)\b/i;

/** The last command of a task that checked something and succeeded; undefined where it never did. */
export function checkCommandOf(events: readonly TaskEvent[]): string | undefined {
  const commands = new Map<string, string>();
  let found: string | undefined;
  for (const event of effectiveEvents(events)) {
    if (event.type === "turn.end")
      for (const call of toolCalls(event.message)) {
        const command = commandOf(call);
        if (command !== undefined) commands.set(call.callId, command);
      }
    if (event.type !== "tool.end" || event.isError || event.trouble !== undefined) continue;
    const command = commands.get(event.callId);
    if (command !== undefined && checking.test(command)) found = command;
  }
  return found;
}

function commandOf({ name, input }: { readonly name: string; readonly input: unknown }): string | undefined {
  if (name !== "execute_command" || typeof input !== "object" || input === null || !("command" in input)) return;
  return typeof input.command === "string" ? input.command : undefined;
}
