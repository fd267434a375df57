import { ToolFailure } from "@roo-code/types";

type ConnectFailureCode =
  | "program_missing"
  | "process_ended"
  | "bad_address"
  | "unreachable"
  | "refused"
  | "needs_login"
  | "not_trusted"
  | "timeout"
  | "protocol";

/** Why a server cannot be reached, in words for a person. */
export class ConnectFailure extends Error {
  readonly code: ConnectFailureCode;
  /** Another try would end the same way until somebody changes something. */
  readonly isPermanent: boolean;

  constructor(options: { code: ConnectFailureCode; message: string; isPermanent?: boolean; cause?: unknown }) {
    super(options.message, { cause: options.cause });
    this.name = "ConnectFailure";
    this.code = options.code;
    this.isPermanent = options.isPermanent ?? false;
  }
}

/** Where a server stands. Times are of the monotonic clock. */
export type ConnectionState<Live> =
  /** Nobody has needed it yet, or nobody does any more. */
  | { readonly kind: "idle" }
  | { readonly kind: "connecting"; readonly done: Promise<Live> }
  | { readonly kind: "connected"; readonly live: Live; readonly since: number }
  | { readonly kind: "waiting"; readonly error: ConnectFailure; readonly until: number }
  | { readonly kind: "failed"; readonly error: ConnectFailure }
  | { readonly kind: "closed" };

/** What a model is told of a server that it cannot have. */
export function unreachable(server: string, error: ConnectFailure): ToolFailure {
  const message = `The MCP server ${server} cannot be used. ${error.message} Go on without it, or tell the user.`;
  return new ToolFailure(error.code === "not_trusted" ? "not_trusted" : "mcp_failed", message);
}
