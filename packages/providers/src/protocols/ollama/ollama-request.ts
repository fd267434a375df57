import type { ModelRequest, ReasoningEffort } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import { firstSet } from "../../environment.ts";
import type { JsonRecord } from "../../json-value.ts";
import { ConversationEncoder } from "../conversation-encoder.ts";
import { toWireJson } from "../request-body.ts";
import { toWireMessages, toWireTool } from "./ollama-messages.ts";

/** Nothing before the messages changes: the server caches by prefix. */
export function createOllamaEncoder(connection: Connection): ConversationEncoder {
  const settings = ollamaSettings(connection);
  return new ConversationEncoder({
    begin({ tools, output }: ModelRequest) {
      const head = {
        ...settings,
        format: output?.schema,
        tools: tools.length > 0 ? tools.map(toWireTool) : undefined,
      };
      return `${toWireJson(head).slice(0, -1)},"messages":[`;
    },
    systemItem: ({ systemPrompt }) => (systemPrompt === "" ? undefined : { role: "system", content: systemPrompt }),
    toItems: toWireMessages,
  });
}

/**
 * By default a server has a context of 4,096 tokens and silently truncates longer prompts; our system prompt and tools
 * alone need more. 32,768 are enough for a task of some length and take 2 to 5 GB with common models of 7 to 14 billion
 * parameters. A server never uses more than its model supports.
 */
const defaultContext = 32_768;

/** Between two turns a user may think, or a command run, for longer than the default of five minutes. */
const defaultKeepAlive = "30m";

/** The fields of a request without tools and messages. */
function ollamaSettings(connection: Connection): JsonRecord {
  const { model, maxTokens, temperature, environment } = connection;
  const context = contextOf(connection);
  const think = thinkOf(model, connection.settings.reasoningEffort);
  return {
    model,
    stream: true,
    // A prompt that does not fit is rejected instead of truncated; a reply that does not fit ends with `length`.
    truncate: false,
    shift: false,
    keep_alive: keepAliveOf(firstSet(["OLLAMA_KEEP_ALIVE"], environment) ?? defaultKeepAlive),
    think,
    options: { num_ctx: context, num_predict: maxTokens, temperature },
  };
}

/** The setting, else the server's variable, else our default; models in Ollama's cloud have their full context. */
function contextOf({ model, baseUrl, settings, environment }: Connection): number | undefined {
  if (settings.contextWindow !== undefined) return settings.contextWindow;
  if (/[:-]cloud$/.test(model) || /(^|\.)ollama\.com$/.test(baseUrl?.hostname ?? "")) return undefined;
  const served = Number(firstSet(["OLLAMA_CONTEXT_LENGTH"], environment));
  return Number.isInteger(served) && served > 0 ? served : defaultContext;
}

/** Seconds must be sent as a number. */
function keepAliveOf(text: string): string | number {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Only gpt-oss supports levels; other models reject them. */
function thinkOf(model: string, effort: ReasoningEffort | undefined): boolean | string | undefined {
  if (effort === undefined) return undefined;
  if (!/gpt-?oss/i.test(model)) return effort !== "none";
  return levels[effort];
}

const levels: Readonly<Record<ReasoningEffort, string>> = {
  none: "low",
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
};
