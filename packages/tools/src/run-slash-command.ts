import { defineTool, type InstructionLibrary, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import { libraryText, requireLibrary } from "./library-text.ts";
import { looseInput } from "./loose-input.ts";
import description from "./run-slash-command.md";

const input = looseInput(
  { command: z.string(), args: z.string().optional() },
  { names: { name: "command", arguments: "args", command_name: "command" } },
);

export const runSlashCommand = defineTool({
  name: "run_slash_command",
  kind: "flow",
  group: "modes",
  description,
  input,
  async run({ command, args = "" }, { ports }) {
    const library = requireLibrary(ports);
    const name = command.trim().replace(/^\//, "");
    const text = await library.command(name, args);
    if (text === undefined) throw await unknownCommand(name, library);
    return { content: libraryText(`/${name}`, text) };
  },
});

async function unknownCommand(name: string, library: InstructionLibrary): Promise<ToolFailure> {
  const names = (await library.commands()).map((item) => `/${item.name}`);
  const known =
    names.length === 0 ? "There are no slash commands." : `Available commands: ${names.slice(0, 50).join(", ")}.`;
  return new ToolFailure("unknown_command", `There is no command "/${name.slice(0, 80)}". ${known}`);
}
