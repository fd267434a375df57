import type { Connection } from "../connection.ts";
import type { Authorise } from "./authorise.ts";
import { type AwsCredentialSource, awsCredentialSource } from "./aws-credentials.ts";
import { awsRegion } from "./aws-region.ts";
import { signRequest } from "./aws-signature.ts";

/** Bedrock's name in signatures. */
const service = "bedrock";

export interface AwsAuthOptions {
  readonly credentials?: AwsCredentialSource;
  /** Milliseconds since the epoch: a signature is good for minutes. */
  readonly now?: () => number;
}

/** A Bedrock API key as a bearer token, else every request signed with AWS credentials. */
export function createAwsAuth(connection: Connection, options: AwsAuthOptions = {}): Authorise {
  const { apiKey } = connection;
  if (apiKey) return () => ({ authorization: `Bearer ${apiKey}` });
  const { credentials = awsCredentialSource(connection), now = Date.now } = options;
  const region = awsRegion(connection);
  return async (request, signal) => {
    const found = await unlessAborted(credentials(), signal);
    const headers = { "content-type": request.headers["content-type"] ?? "" };
    return signRequest({ ...request, headers }, found, { region, service, now: now() });
  };
}

/** Who looks for credentials may ask a server or run a program, and knows no signal. */
async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop) signal.removeEventListener("abort", stop);
  }
}
