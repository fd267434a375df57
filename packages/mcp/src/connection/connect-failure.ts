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

/** Why a server cannot be reached, with a message for people. */
export class ConnectFailure extends Error {
  readonly code: ConnectFailureCode;
  /** Retrying is pointless until something is changed. */
  readonly isPermanent: boolean;

  constructor(options: { code: ConnectFailureCode; message: string; isPermanent?: boolean; cause?: unknown }) {
    super(options.message, { cause: options.cause });
    this.name = "ConnectFailure";
    this.code = options.code;
    this.isPermanent = options.isPermanent ?? false;
  }
}

/** The failure for a model that uses a server which cannot be reached. */
export function unreachableFailure(server: string, error: ConnectFailure): ToolFailure {
  const message = `The MCP server ${server} cannot be used. ${error.message} Continue without it, or tell the user.`;
  return new ToolFailure(error.code === "not_trusted" ? "not_trusted" : "mcp_failed", message);
}
