import type {
  AssistantMessage,
  ImagePart,
  Message,
  ToolDefinition,
  ToolResultPart,
  UserMessage,
} from "@roo-code/types";
import { isRecord, type JsonRecord } from "../../json-value.ts";
import type { ModelTraits } from "./bedrock-settings.ts";

/** Whose thought may be sent back: its signature is good for servers of this format alone. */
export const bedrockOrigin = "bedrock";

/** Thought that came encrypted is kept as a signature of nothing, told from a real one by this. */
const redactedMark = "redacted:";

export function redactedSignature(content: string): string {
  return `${redactedMark}${content}`;
}

export interface WireTurn {
  readonly role: "user" | "assistant";
  readonly blocks: readonly JsonRecord[];
}

export function toWireTool({ name, description, inputSchema }: ToolDefinition): JsonRecord {
  return {
    toolSpec: { name: toWireName(name), ...(description && { description }), inputSchema: { json: inputSchema } },
  };
}

/** Declares a tool that only the history knows. */
export function toForgottenTool(name: string): JsonRecord {
  return { toolSpec: { name, inputSchema: { json: { type: "object" } } } };
}

/** Turns messages into blocks, so that every call has its result and every result its call, as Bedrock demands. */
export class TurnWriter {
  readonly #traits: ModelTraits;
  #waiting: string[] = [];
  /** Names of all tools that were ever called. */
  readonly names = new Set<string>();

  constructor(traits: ModelTraits) {
    this.#traits = traits;
  }

  write(message: Message): WireTurn[] {
    if (message.role === "tool") return [{ role: "user", blocks: this.#results(message.content) }];
    const missing: WireTurn = { role: "user", blocks: this.missing };
    this.#waiting = [];
    if (message.role === "user") return [missing, { role: "user", blocks: message.content.flatMap(toUserBlock) }];
    return [missing, { role: "assistant", blocks: this.#assistant(message) }];
  }

  /** Results for the calls that have none yet. */
  get missing(): JsonRecord[] {
    return this.#waiting.map((toolUseId) => toolResult(toolUseId, [{ text: "There is no result." }]));
  }

  #assistant({ content }: AssistantMessage): JsonRecord[] {
    return content.flatMap((part): JsonRecord[] => {
      switch (part.type) {
        case "text":
          return toTextBlock(part.text);
        case "image":
          return [];
        case "reasoning":
          return part.origin === bedrockOrigin && part.signature ? [toThought(part.text, part.signature)] : [];
        case "tool-call": {
          const name = toWireName(part.name);
          this.names.add(name);
          this.#waiting.push(part.callId);
          const input = part.malformed === undefined && isRecord(part.input) ? part.input : {};
          return [{ toolUse: { toolUseId: part.callId, name, input } }];
        }
      }
    });
  }

  #results(results: readonly ToolResultPart[]): JsonRecord[] {
    const answers = results.filter(({ callId }) => this.#waiting.includes(callId));
    const strays = results.filter(({ callId }) => !this.#waiting.includes(callId));
    this.#waiting = this.#waiting.filter((id) => !answers.some(({ callId }) => callId === id));
    const blocks = [...answers.map((result) => this.#result(result)), ...this.missing];
    this.#waiting = [];
    const shown = this.#traits.hasRichResults ? strays : results;
    return [
      ...blocks,
      ...strays.flatMap(({ name, content }) => toTextBlock(`Result of ${name}:\n${content}`)),
      ...shown.flatMap(({ name, images = [] }) =>
        images.length > 0 ? [...toTextBlock(`Images from ${name}:`), ...images.flatMap(toImageBlock)] : [],
      ),
    ];
  }

  #result({ callId, content, images = [], isError }: ToolResultPart): JsonRecord {
    const text = toTextBlock(content);
    const shown = this.#traits.hasRichResults ? images.flatMap(toImageBlock) : [];
    const blocks = text.length + shown.length > 0 ? [...text, ...shown] : [{ text: "(nothing)" }];
    return toolResult(callId, blocks, this.#traits.hasRichResults ? { status: isError ? "error" : "success" } : {});
  }
}

function toolResult(toolUseId: string, content: readonly JsonRecord[], more: JsonRecord = {}): JsonRecord {
  return { toolResult: { toolUseId, content, ...more } };
}

function toThought(text: string, signature: string): JsonRecord {
  if (signature.startsWith(redactedMark)) {
    return { reasoningContent: { redactedContent: signature.slice(redactedMark.length) } };
  }
  return { reasoningContent: { reasoningText: { text, signature } } };
}

function toUserBlock(part: UserMessage["content"][number]): JsonRecord[] {
  return part.type === "text" ? toTextBlock(part.text) : toImageBlock(part);
}

/** Blank text is refused. */
function toTextBlock(text: string): JsonRecord[] {
  return text.trim() === "" ? [] : [{ text }];
}

function toImageBlock({ mediaType, data }: ImagePart): JsonRecord[] {
  const format = /^image\/(png|jpeg|gif|webp)$/.exec(mediaType.replace("image/jpg", "image/jpeg"))?.[1];
  if (!format) return toTextBlock(`(an image of a kind that cannot be shown: ${mediaType})`);
  return [{ image: { format, source: { bytes: data } } }];
}

/** A name the model made up may hold anything. */
function toWireName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}
