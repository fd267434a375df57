/** Requests to the process of custom tools, a line of JSON each, over its fourth descriptor. */
export type ToolRequest =
  | { readonly id: number; readonly type: "describe"; readonly file: string }
  | {
      readonly id: number;
      readonly type: "call";
      readonly file: string;
      readonly tool: string;
      readonly input: unknown;
      readonly context: CallContext;
    }
  /** Cancels the call with that id. */
  | { readonly id: number; readonly type: "cancel" };

export interface CallContext {
  readonly mode: string;
  readonly taskId: string;
  readonly cwd: string;
}

/** The id of the reply that announces, before any request, that the process is ready. */
export const readyId = 0;

/** `code` tells whether the model or the author of the tool can fix it. */
export type ToolReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly code: "invalid_input" | "tool_failed";
      readonly message: string;
    };

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Record<string, unknown>;
}

export interface FileDescription {
  readonly tools: readonly ToolDescription[];
  /** About exports that look like tools but are not usable. */
  readonly problems: readonly string[];
}
