import type { Clock } from "@roo-code/types";
import { ProviderError } from "@roo-code/types";
import { authoriseFor } from "../auth/authorise.ts";
import type { Connection } from "../connection.ts";
import { HttpSender } from "../http/http-sender.ts";
import { hostAndPort } from "../http/network-error.ts";
import { readBounded } from "../http/read-bounded.ts";
import { parseJson } from "../json-value.ts";
import { commonHeaders } from "../protocols/endpoint.ts";
import { toVendorError } from "../vendor-error.ts";

/** How much of an answer is read, and how long. */
const bounds = { bytes: 32 * 1024 * 1024, ms: 30_000 };

export interface Question {
  readonly connection: Connection;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Posted as JSON; without it nothing is sent. */
  readonly body?: object;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Until the answer begins. */
  readonly patienceMs: number;
}

/** One JSON answer. Throws `ProviderError` or, after an abort, its reason. */
export async function askServer(question: Question): Promise<unknown> {
  const { connection, url, clock, signal, patienceMs } = question;
  const body = question.body ? [Buffer.from(JSON.stringify(question.body))] : [];
  const headers = { ...commonHeaders(connection), accept: "application/json", ...question.headers };
  const credentials = await (await authoriseFor(connection))({ url, headers, body }, signal);
  const limits = { connectMs: patienceMs, firstByteMs: patienceMs, silenceMs: patienceMs };
  const sender = new HttpSender({ url, environment: connection.environment, clock, limits });
  try {
    const method = question.body ? "POST" : "GET";
    const exchange = await sender.post({ method, headers: { ...headers, ...credentials }, body, signal });
    const { status } = exchange;
    const text = await readBounded(exchange, { ...bounds, clock });
    if (status < 200 || status > 299)
      throw toVendorError({ connection, format: "a list of models", body: text, status });
    const answer = parseJson(text);
    if (answer !== undefined) return answer;
    const message = `${hostAndPort(url)} answered with what is no JSON: ${connection.quote(text, 200)}`;
    throw new ProviderError({ code: "bad_stream", message });
  } finally {
    sender.dispose();
  }
}
