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

/** Chunks of a streamed reply, the same for every vendor. The last is `message.end` or `failure`. */
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
  /** `ProviderError` for provider failures, `RooError` for wrong configuration, the signal's reason for an abort. */
  | { type: "failure"; error: unknown };

export interface FinalMessage {
  readonly message: AssistantMessage;
  readonly usage: Usage;
  readonly stopReason: StopReason;
}

/**
 * One streamed reply. Iterate once, or await the final message, which consumes the stream. Reading never throws:
 * failure is the last chunk. A truncated reply has no final message.
 */
export interface ApiStream extends AsyncIterable<ApiChunk> {
  /** Consumes what is left. May be called many times. Rejects with the error of the `failure` chunk. */
  getFinalMessage(): Promise<FinalMessage>;
  /** The calls of the final message. Throws before the stream has ended. */
  getToolUses(): ToolCallPart[];
  /** The part received so far, for a reply that failed midway. */
  getPartialText(): string;
}

export interface RequestMetadata {
  readonly taskId: string;
  /** The agent in the task's tree: `root`, `child-1`, `child-1.1`, … */
  readonly agent: string;
  /** Number of replies and failures already in the log: the position in a recorded conversation. */
  readonly priorAttempts: number;
  /**
   * Absent for a normal turn. Otherwise the answer is not part of the conversation: `condense` asks for a summary, `sample`
   * answers an MCP server's sampling request.
   */
  readonly purpose?: "condense" | "sample";
}

export interface ModelRequest {
  readonly systemPrompt: string;
  /** Append-only: each message is encoded once, so a sent message must not change. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly metadata: RequestMetadata;
  readonly signal: AbortSignal;
  /** The reply must be JSON of this schema; each protocol passes it on in its own way. */
  readonly output?: OutputSchema;
}

export interface OutputSchema {
  /** Letters, digits, `_` and `-`. */
  readonly name: string;
  /** JSON Schema, an object. */
  readonly schema: Record<string, unknown>;
}

/** Access to one model. Nothing is sent until the stream is read. */
export interface ModelClient {
  readonly provider: string;
  readonly model: string;
  createMessage(request: ModelRequest): ApiStream;
  /** The provider in use after a fallback. */
  readonly standIn?: { readonly provider: string; readonly model: string } | undefined;
  /** Whether this failure causes a fallback to another provider: the notice for the log. */
  moveOn?(error: ProviderError): string | undefined;
}
