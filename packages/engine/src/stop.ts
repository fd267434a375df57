import { abortMessage, type Failure, ProviderError, RooError, type RunStatus } from "@roo-code/types";

/** How a run ends. */
export interface Outcome {
  readonly status: RunStatus;
  readonly result: string | null;
  readonly error?: Failure;
}

/** Thrown, or used as an abort reason, to end the run from anywhere. */
export class Stop extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.error?.message ?? outcome.status);
    this.name = "Stop";
    this.outcome = outcome;
  }
}

export function stopped(status: RunStatus, error: Failure): Stop {
  return new Stop({ status, result: null, error });
}

const resumable = " The task can be resumed.";

export function abortedBy(reason: "server_stopped" | undefined): Stop {
  return stopped("aborted", { code: "aborted", message: `${abortMessage(reason)}${resumable}` });
}

/** Result of an aborted call, for the model. */
export function abortedContent(reason: unknown): string {
  return reason instanceof Stop ? reason.message.replace(resumable, "") : abortMessage(undefined);
}

/** The outcome of a run that ended with an error. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof Stop) return error.outcome;
  return { status: "failed", result: null, error: failureOf(error) };
}

export function failureOf(error: unknown): Failure {
  if (error instanceof ProviderError) return { ...toFailure(error), status: error.status };
  if (error instanceof RooError) return toFailure(error);
  return { code: "internal_error", message: error instanceof Error ? error.message : String(error) };
}

function toFailure(error: RooError): Failure {
  return { code: error.code, message: error.next ? `${error.message} ${error.next}` : error.message };
}
