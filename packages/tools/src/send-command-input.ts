import { defineTool } from "@roo-code/types";
import * as z from "zod";
import { withNews } from "./command/command-news.ts";
import { describeOutcome } from "./command/describe-outcome.ts";
import { looseBoolean, looseInput, looseNumber } from "./loose-input.ts";
import description from "./send-command-input.md";

const input = looseInput(
  {
    id: z.string().describe("The command, such as cmd-3"),
    text: z.string().optional(),
    enter: looseBoolean.optional().describe("Ends the text with Enter; default true"),
    close: looseBoolean.optional().describe("No more input will come"),
    wait: looseNumber.optional().describe("Seconds to wait for output, default 10"),
  },
  { names: { command_id: "id", artifact_id: "id", input: "text", stdin: "text", chars: "text", eof: "close" } },
);

const defaultWait = 10;
const maxWaitSeconds = 300;

export const sendCommandInput = defineTool({
  name: "send_command_input",
  kind: "action",
  group: "command",
  approval: "command",
  description,
  input,
  subject({ id, text = "", close }) {
    return { kind: "command", summary: `${text}${close ? " (then closes the input)" : ""} → ${id}`, command: text };
  },
  async run({ id, text, enter = text !== undefined, close = false, wait = defaultWait }, { workspace, signal }) {
    const outcome = await workspace.commands.send(id.trim(), {
      text: withEnter(text ?? "", enter),
      isLast: close,
      waitMs: Math.min(Math.max(wait, 0), maxWaitSeconds) * 1000,
      signal,
    });
    const { content, trouble } = describeOutcome(outcome, { acceptsInput: true });
    return { content: withNews(content, workspace, outcome.id), trouble };
  },
});

function withEnter(text: string, enter: boolean): string {
  return enter && !/[\r\n]$/.test(text) ? `${text}\n` : text;
}
