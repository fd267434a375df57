import type { ModelRequest } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import { ConversationEncoder } from "../conversation-encoder.ts";
import { toWireJson } from "../wire-json.ts";
import { toWireMessages, toWireTool } from "./ollama-messages.ts";
import { ollamaSettings } from "./ollama-settings.ts";

/** Everything before the messages stays as it is: a server finds what it has read before by the beginning of the prompt. */
export function createOllamaEncoder(connection: Connection): ConversationEncoder {
  const settings = ollamaSettings(connection);
  return new ConversationEncoder({
    begin({ tools, output }: ModelRequest) {
      const head = {
        ...settings,
        ...(output && { format: output.schema }),
        ...(tools.length > 0 && { tools: tools.map(toWireTool) }),
      };
      return `${toWireJson(head).slice(0, -1)},"messages":[`;
    },
    systemItem: ({ systemPrompt }) => (systemPrompt === "" ? undefined : { role: "system", content: systemPrompt }),
    toItems: toWireMessages,
  });
}
