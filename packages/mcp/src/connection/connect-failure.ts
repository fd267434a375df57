export type ConnectFailureCode =
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
