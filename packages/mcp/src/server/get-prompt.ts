import { ToolFailure } from "@roo-code/types";
import { callFailure } from "./call-failure.ts";
import type { Server } from "./server.ts";
import type { McpSink } from "./server-instance.ts";

export interface PromptRequest {
  readonly prompt: string;
  /** Values in the order of the prompt's arguments; the last argument takes the rest. */
  readonly words: readonly string[];
  readonly signal: AbortSignal;
}

/** The text of a server's prompt. Throws `ToolFailure`, or a `ConnectFailure`. */
export async function getPrompt(server: Server, sink: McpSink, request: PromptRequest): Promise<string> {
  const { prompt: name, words, signal } = request;
  const live = await server.instance(undefined).ensure(sink, signal);
  const prompt = server.catalog?.prompts.find((candidate) => candidate.name === name);
  if (!prompt) {
    const names = server.catalog?.prompts.map((candidate) => candidate.name).join(", ") || "none";
    throw new ToolFailure("unknown_prompt", `${server.name} has no prompt "${name}". Available prompts: ${names}.`);
  }
  const timeoutMs = server.configured.configuration.timeout * 1000;
  try {
    const args = argumentsOf(prompt.arguments, words);
    const { messages } = await live.client.getPrompt({ name, arguments: args }, { signal, timeout: timeoutMs });
    return messages
      .map(({ role, content }) => `${role === "assistant" ? "(You said:) " : ""}${textOf(content)}`)
      .join("\n\n");
  } catch (error) {
    throw callFailure(error, { server: server.name, timeoutMs, isTimedOut: false });
  }
}

function argumentsOf(expected: readonly { name: string }[], words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    expected.flatMap(({ name }, index) => {
      const isLast = index === expected.length - 1;
      const value = isLast ? words.slice(index).join(" ") : (words[index] ?? "");
      return value === "" ? [] : [[name, value]];
    }),
  );
}

function textOf(content: { readonly type: string }): string {
  if ("text" in content && typeof content.text === "string") return content.text;
  if ("resource" in content && typeof content.resource === "object" && content.resource && "text" in content.resource) {
    return String(content.resource.text);
  }
  return `(${content.type}, omitted)`;
}
