import type { ModelRequest, ReasoningEffort } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import { firstSet } from "../../environment.ts";
import type { JsonRecord } from "../../json-value.ts";
import { ConversationEncoder } from "../conversation-encoder.ts";
import { toWireJson } from "../request-body.ts";
import { toWireMessages, toWireTool } from "./ollama-messages.ts";

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

/**
 * A server keeps 4,096 tokens of context unless told otherwise and drops the rest of a prompt without a word; our
 * system prompt and tools alone need more. 32,768 hold a task of some length in 2 to 5 GB with the usual models of 7 to
 * 14 billion parameters, and a server never takes more than its model was trained for.
 */
const defaultContext = 32_768;

/** Between two turns a person may think, or a command run, for longer than the five minutes a model stays loaded. */
const defaultKeepAlive = "30m";

/** Everything of a request but tools and messages. */
function ollamaSettings(connection: Connection): JsonRecord {
  const { model, maxTokens, temperature, environment } = connection;
  const context = contextOf(connection);
  const think = thinkOf(model, connection.settings.reasoningEffort);
  return {
    model,
    stream: true,
    // A prompt that does not fit is refused, instead of being cut; a reply that does not fit ends with `length`.
    truncate: false,
    shift: false,
    keep_alive: keepAliveOf(firstSet(["OLLAMA_KEEP_ALIVE"], environment) ?? defaultKeepAlive),
    ...(think !== undefined && { think }),
    options: {
      ...(context !== undefined && { num_ctx: context }),
      ...(maxTokens !== undefined && { num_predict: maxTokens }),
      ...(temperature !== undefined && { temperature }),
    },
  };
}

/** The setting, else what the person told their server, else ours; models in Ollama's cloud come with their whole. */
function contextOf({ model, baseUrl, settings, environment }: Connection): number | undefined {
  if (settings.contextWindow !== undefined) return settings.contextWindow;
  if (/[:-]cloud$/.test(model) || /(^|\.)ollama\.com$/.test(baseUrl?.hostname ?? "")) return undefined;
  const served = Number(firstSet(["OLLAMA_CONTEXT_LENGTH"], environment));
  return Number.isInteger(served) && served > 0 ? served : defaultContext;
}

/** A number is in seconds, and has to be one. */
function keepAliveOf(text: string): string | number {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Only gpt-oss knows degrees; other models refuse them. */
function thinkOf(model: string, effort: ReasoningEffort | undefined): boolean | string | undefined {
  if (effort === undefined) return undefined;
  if (!/gpt-?oss/i.test(model)) return effort !== "none";
  return degrees[effort];
}

const degrees: Readonly<Record<ReasoningEffort, string>> = {
  none: "low",
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
};
