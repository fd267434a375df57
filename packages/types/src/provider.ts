import type { AssistantMessage, Message, ToolCallPart } from "./message.ts";
import type { Usage } from "./usage.ts";

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input, an object. */
  readonly inputSchema: Record<string, unknown>;
}

export type StopReason = "end" | "tool-calls" | "length" | "filtered";

/** The pieces a reply arrives in, the same for every vendor. */
export type ApiChunk =
  | { type: "message.start"; model?: string }
  | { type: "text.delta"; text: string }
  | { type: "reasoning.delta"; text: string; signature?: string }
  | { type: "call.start"; callId: string; name: string }
  | { type: "call.delta"; callId: string; text: string }
  | { type: "call.end"; callId: string }
  | { type: "usage"; usage: Usage }
  | { type: "message.end"; stopReason: StopReason };

export interface FinalMessage {
  readonly message: AssistantMessage;
  readonly usage: Usage;
  readonly stopReason: StopReason;
}

/**
 * One streamed reply. Iterate once, or ask for the final message, which iterates by itself.
 * What the provider did wrong is a thrown `ProviderError`, a wrong configuration a `RooError`, an abort the signal's
 * reason; a reply that was cut off never yields a final message.
 */
export interface ApiStream extends AsyncIterable<ApiChunk> {
  /** Consumes what is left. May be called many times. */
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
}

export interface ModelRequest {
  readonly systemPrompt: string;
  /** Only ever added to: each message is encoded once, so one that was sent must not change. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  readonly metadata: RequestMetadata;
  readonly signal: AbortSignal;
}

/** Access to one model. Creating a message sends nothing until the stream is read. */
export interface ModelClient {
  readonly provider: string;
  readonly model: string;
  createMessage(request: ModelRequest): ApiStream;
}
