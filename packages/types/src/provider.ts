import type { ProviderError } from "./errors.ts";
import type { AssistantMessage, ImagePart, Message, ToolCallPart } from "./message.ts";
import type { Usage } from "./usage.ts";

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input, an object. */
  readonly inputSchema: Record<string, unknown>;
}

export type StopReason = "end" | "tool-calls" | "length" | "filtered";

/** The pieces a reply arrives in, the same for every vendor. The last is `message.end` or `failure`. */
export type ApiChunk =
  | { type: "message.start"; model?: string }
  | { type: "text.delta"; text: string }
  | { type: "reasoning.delta"; text: string; signature?: string; origin?: string }
  | { type: "image"; image: ImagePart }
  | { type: "call.start"; callId: string; name: string }
  | { type: "call.delta"; callId: string; text: string }
  /** `input` replaces what the deltas add up to, when a call had to be `repaired`. */
  | { type: "call.end"; callId: string; repaired?: string; input?: Record<string, unknown> }
  | { type: "usage"; usage: Usage }
  /** Something for the log: a lost cache, a repaired call, a switch to another provider. */
  | { type: "notice"; code: string; message: string }
  | { type: "message.end"; stopReason: StopReason }
  /** What the provider did wrong is a `ProviderError`, a wrong configuration a `RooError`, an abort the signal's reason. */
  | { type: "failure"; error: unknown };

export interface FinalMessage {
  readonly message: AssistantMessage;
  readonly usage: Usage;
  readonly stopReason: StopReason;
}

/**
 * One streamed reply. Iterate once, or ask for the final message, which iterates by itself. Reading never throws:
 * failure is the last chunk. A reply that was cut off has no final message.
 */
export interface ApiStream extends AsyncIterable<ApiChunk> {
  /** Consumes what is left. May be called many times. Rejects with the error of the `failure` chunk. */
  getFinalMessage(): Promise<FinalMessage>;
  /** The calls of the final message. Throws before the stream has ended. */
  getToolUses(): ToolCallPart[];
  /** What had arrived so far, for a reply that failed on the way. */
  getPartialText(): string;
}

export interface RequestMetadata {
  readonly taskId: string;
  /** Which agent of the task's tree asks: `root`, `child-1`, `child-1.1`, … */
  readonly agent: string;
  /** Replies and failures the task's log already holds: tells a recorded conversation where it is. */
  readonly priorAttempts: number;
  /**
   * Absent: the conversation itself goes on. Else the answer is no reply of it: `condense` asks for a summary, `sample`
   * passes on what a server asks.
   */
  readonly purpose?: "condense" | "sample";
}

export interface ModelRequest {
  readonly systemPrompt: string;
  /** Only ever added to: each message is encoded once, so one that was sent must not change. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly metadata: RequestMetadata;
  readonly signal: AbortSignal;
  /** The reply must be JSON of this schema, which vendors are told in their own ways. */
  readonly output?: OutputSchema;
}

export interface OutputSchema {
  /** Letters, digits, `_` and `-`. */
  readonly name: string;
  /** JSON Schema, an object. */
  readonly schema: Record<string, unknown>;
}

/** Access to one model. Creating a message sends nothing until the stream is read. */
export interface ModelClient {
  readonly provider: string;
  readonly model: string;
  createMessage(request: ModelRequest): ApiStream;
  /** Who answers in its place, after moving on. */
  readonly standIn?: { readonly provider: string; readonly model: string } | undefined;
  /** Whether the next request goes to somebody else because of this failure: what to tell the log. */
  moveOn?(error: ProviderError): string | undefined;
}
