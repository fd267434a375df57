import { RooClient as ProviderClient } from "@roo-code/host/provider";
import type { ApiStream, Message, ProviderSettings, ToolDefinition } from "@roo-code/types";
import type { MessageRequest } from "../message-request.ts";
import { Tool } from "../tool.ts";
import { adviseProgram } from "./option-names.ts";
import { definitionOf } from "./tool-definition.ts";

export interface OpenClient {
  createMessage(request: MessageRequest): Promise<ApiStream>;
  prepare(): Promise<void>;
  dispose(): Promise<void>;
}

/** Throws `RooError` for invalid settings: `unknown_provider`, `missing_key`, `bad_base_url`, … */
export function openClient(
  settings: ProviderSettings,
  environment: Readonly<Record<string, string | undefined>>,
): OpenClient {
  const client = open(settings, environment);
  return {
    async createMessage({ systemPrompt = "", messages, tools = [], metadata, signal = neverAborted() }) {
      const definitions = await Promise.all(tools.map(toDefinition));
      const priorAttempts = messages.filter(({ role }) => role === "assistant").length;
      return client.createMessage({
        systemPrompt,
        messages: messages.map(toMessage),
        tools: definitions,
        metadata: { taskId: metadata?.taskId ?? "sdk", agent: "root", priorAttempts },
        signal,
      });
    },
    async prepare() {
      await client.prepare().catch((error: unknown) => Promise.reject(adviseProgram(error)));
    },
    dispose: () => client.dispose(),
  };
}

function open(...[settings, environment]: Parameters<typeof openClient>): ProviderClient {
  try {
    return new ProviderClient(settings, { environment });
  } catch (error) {
    throw adviseProgram(error);
  }
}

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}

function toMessage(message: MessageRequest["messages"][number]): Message {
  if (message.role !== "user") return message;
  const { role, content } = message;
  return { role, content: typeof content === "string" ? [{ type: "text", text: content }] : [...content] };
}

async function toDefinition(tool: Tool | ToolDefinition): Promise<ToolDefinition> {
  return tool instanceof Tool ? definitionOf(tool) : tool;
}
