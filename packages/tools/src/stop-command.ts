import { defineTool } from "@roo-code/types";
import * as z from "zod";
import { withNews } from "./command/command-news.ts";
import { describeOutcome } from "./command/describe-outcome.ts";
import { looseInput } from "./loose-input.ts";
import description from "./stop-command.md";

const input = looseInput(
  { id: z.string().describe("The command, such as cmd-3") },
  { names: { command_id: "id", artifact_id: "id", shell_id: "id" } },
);

/** Only commands of the task itself can be stopped, so no approval is needed. */
export const stopCommand = defineTool({
  name: "stop_command",
  kind: "flow",
  group: "command",
  description,
  input,
  async run({ id }, { workspace }) {
    const outcome = await workspace.commands.stop(id.trim());
    const { content } = describeOutcome(outcome, { acceptsInput: true });
    return { content: withNews(`${outcome.id} is stopped with all its processes.\n${content}`, workspace, outcome.id) };
  },
});
