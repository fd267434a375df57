import type { ProviderError, ProviderErrorCode } from "@roo-code/types";
import type { Connection } from "../../connection.ts";
import { type JsonRecord, parseJson, recordOf, textOf } from "../../json-value.ts";
import { refineError } from "../../vendor-error.ts";
import type { ErrorResponse } from "../wire-format.ts";

/** An exception within a stream, with the status that it has as an error response. */
export function exceptionBody(type: string, message: string): JsonRecord {
  return { code: type, message, status: meanings[plainType(type)]?.status };
}

/** Refines an error of AWS by its type, which is more specific than the status, and by known messages. */
export function explainBedrockError(
  error: ProviderError,
  response: ErrorResponse,
  connection: Connection,
): ProviderError {
  const type = typeOf(response);
  const known = messages.find(({ pattern }) => pattern.test(error.message));
  const code = error.code === "context_overflow" ? undefined : (known?.code ?? meanings[type]?.code);
  const next = known?.next ?? (code === "unauthorized" ? accessAdvice(type, connection) : undefined);
  return refineError(error, { code, next, message: withoutSignature(error.message) });
}

interface Meaning {
  readonly status: number;
  readonly code?: ProviderErrorCode;
}

/** By type, in lower case and without `Exception`. */
const meanings: Readonly<Record<string, Meaning>> = {
  throttling: { status: 429, code: "rate_limited" },
  servicequotaexceeded: { status: 400, code: "rate_limited" },
  modelnotready: { status: 429, code: "overloaded" },
  modeltimeout: { status: 408, code: "timeout" },
  modelerror: { status: 424, code: "server_error" },
  modelstreamerror: { status: 424, code: "server_error" },
  serviceunavailable: { status: 503, code: "overloaded" },
  internalserver: { status: 500, code: "server_error" },
  internalfailure: { status: 500, code: "server_error" },
  resourcenotfound: { status: 404, code: "model_not_found" },
  validation: { status: 400 },
  accessdenied: { status: 403, code: "unauthorized" },
  unrecognizedclient: { status: 403, code: "unauthorized" },
  expiredtoken: { status: 403, code: "unauthorized" },
  invalidsignature: { status: 403, code: "unauthorized" },
  missingauthenticationtoken: { status: 403, code: "unauthorized" },
};

const messages: readonly { readonly pattern: RegExp; readonly code?: ProviderErrorCode; readonly next: string }[] = [
  {
    pattern: /model identifier is invalid|model id .* (does not|doesn't) exist/i,
    code: "model_not_found",
    next: "Check --model and the region: ids look like us.anthropic.claude-sonnet-4-5-20250929-v1:0.",
  },
  {
    pattern: /on-demand throughput isn.t supported/i,
    next: 'Put the prefix of an inference profile before the model\'s id ("us.", "eu.", "apac.", "global.").',
  },
  {
    pattern: /payment instrument/i,
    code: "insufficient_credit",
    next: "Add a payment method to the AWS account, and wait a few minutes.",
  },
  {
    pattern: /access to the model|model access|not authorized to perform: bedrock/i,
    code: "unauthorized",
    next: "Request access to the model in Bedrock's console, and bedrock:InvokeModelWithResponseStream in IAM.",
  },
  {
    pattern: /signature (expired|not yet current)/i,
    code: "unauthorized",
    next: "Set the clock of this machine: AWS only accepts requests of the last few minutes.",
  },
];

function typeOf({ headers, body }: ErrorResponse): string {
  const parsed = recordOf(typeof body === "string" ? parseJson(body) : body);
  const header = headers["x-amzn-errortype"];
  return plainType(
    (typeof header === "string" ? header : undefined) ?? textOf(parsed.__type) ?? textOf(parsed.code) ?? "",
  );
}

/** `com.amazon.coral.service#ThrottlingException:http://…` becomes `throttling`. */
function plainType(type: string): string {
  const name = type.split(":")[0]?.split("#").at(-1) ?? "";
  return name.replace(/Exception$/, "").toLowerCase();
}

function accessAdvice(type: string, { apiKey, settings }: Connection): string {
  if (apiKey) return "Check AWS_BEARER_TOKEN_BEDROCK or --api-key: such keys expire, and are valid for one region.";
  const login = settings.credentials ? `aws sso login --profile ${settings.credentials}` : "aws sso login";
  if (type === "expiredtoken") return `The AWS credentials have expired: run "${login}", or set new ones.`;
  return "Check the AWS credentials (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile) and the region.";
}

/** For an invalid signature AWS repeats the signed text, including the session token. */
function withoutSignature(message: string): string {
  return message.replace(/\s*(The )?(Canonical String|String-to-Sign)\b.*$/is, "");
}
