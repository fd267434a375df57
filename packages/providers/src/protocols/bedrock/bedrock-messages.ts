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

/** Only reasoning of this origin is sent back: its signature is valid on Bedrock alone. */
export const bedrockOrigin = "bedrock";

/** Prefix of the signature of encrypted reasoning, which has no text. */
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
    toolSpec: { name: toWireName(name), description: description || undefined, inputSchema: { json: inputSchema } },
  };
}

/** Declares a tool that is only used in the history. */
export function toHistoricTool(name: string): JsonRecord {
  return { toolSpec: { name, inputSchema: { json: { type: "object" } } } };
}

/** Converts messages to blocks in which every call has its result and every result its call, as Bedrock requires. */
export class TurnWriter {
  readonly #traits: ModelTraits;
  #openCalls: string[] = [];
  /** The names of all tools called so far. */
  readonly names = new Set<string>();

  constructor(traits: ModelTraits) {
    this.#traits = traits;
  }

  write(message: Message): WireTurn[] {
    if (message.role === "tool") return [{ role: "user", blocks: this.#results(message.content) }];
    const missing: WireTurn = { role: "user", blocks: this.missing };
    this.#openCalls = [];
    if (message.role === "user") return [missing, { role: "user", blocks: message.content.flatMap(toUserBlock) }];
    return [missing, { role: "assistant", blocks: this.#assistant(message) }];
  }

  /** Results for calls without one. */
  get missing(): JsonRecord[] {
    return this.#openCalls.map((toolUseId) => toolResult(toolUseId, [{ text: "There is no result." }]));
  }

  #assistant({ content }: AssistantMessage): JsonRecord[] {
    return content.flatMap((part): JsonRecord[] => {
      switch (part.type) {
        case "text":
          return toTextBlock(part.text);
        case "image":
          return [];
        case "reasoning":
          return part.origin === bedrockOrigin && part.signature ? [toReasoning(part.text, part.signature)] : [];
        case "tool-call": {
          const name = toWireName(part.name);
          this.names.add(name);
          this.#openCalls.push(part.callId);
          const input = part.malformed === undefined && isRecord(part.input) ? part.input : {};
          return [{ toolUse: { toolUseId: part.callId, name, input } }];
        }
      }
    });
  }

  #results(results: readonly ToolResultPart[]): JsonRecord[] {
    const answers = results.filter(({ callId }) => this.#openCalls.includes(callId));
    const strays = results.filter(({ callId }) => !this.#openCalls.includes(callId));
    this.#openCalls = this.#openCalls.filter((id) => !answers.some(({ callId }) => callId === id));
    const blocks = [...answers.map((result) => this.#result(result)), ...this.missing];
    this.#openCalls = [];
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
    const blocks = text.length + shown.length > 0 ? [...text, ...shown] : [{ text: "(no output)" }];
    return toolResult(callId, blocks, this.#traits.hasRichResults ? { status: isError ? "error" : "success" } : {});
  }
}

function toolResult(toolUseId: string, content: readonly JsonRecord[], more: JsonRecord = {}): JsonRecord {
  return { toolResult: { toolUseId, content, ...more } };
}

function toReasoning(text: string, signature: string): JsonRecord {
  if (signature.startsWith(redactedMark)) {
    return { reasoningContent: { redactedContent: signature.slice(redactedMark.length) } };
  }
  return { reasoningContent: { reasoningText: { text, signature } } };
}

function toUserBlock(part: UserMessage["content"][number]): JsonRecord[] {
  return part.type === "text" ? toTextBlock(part.text) : toImageBlock(part);
}

/** Blank text is rejected. */
function toTextBlock(text: string): JsonRecord[] {
  return text.trim() === "" ? [] : [{ text }];
}

function toImageBlock({ mediaType, data }: ImagePart): JsonRecord[] {
  const format = /^image\/(png|jpeg|gif|webp)$/.exec(mediaType.replace("image/jpg", "image/jpeg"))?.[1];
  if (!format) return toTextBlock(`(an image of an unsupported type: ${mediaType})`);
  return [{ image: { format, source: { bytes: data } } }];
}

/** A name that the model invented may contain anything. */
function toWireName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed";
}
