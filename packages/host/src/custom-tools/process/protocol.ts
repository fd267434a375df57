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
  /** The call of that number is not waited for any more. */
  | { readonly id: number; readonly type: "cancel" };

export interface CallContext {
  readonly mode: string;
  readonly taskId: string;
  readonly cwd: string;
}

/** A reply of this number, before any request, says that requests can be made. */
export const readyId = 0;

/** What it answers; `code` says who can mend it. */
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
  /** Clauses about exports that look like tools and are none. */
  readonly problems: readonly string[];
}
