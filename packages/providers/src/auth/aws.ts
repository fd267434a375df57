import { createHash, createHmac } from "node:crypto";
import { regionOf } from "../base-url.ts";
import type { Connection } from "../connection.ts";
import type { Authorise, OutgoingRequest } from "./authorise.ts";
import { type AwsCredentialSource, type AwsCredentials, awsCredentialSource } from "./aws-credentials.ts";

/** The name of the service in signatures. */
const bedrockService = "bedrock";

interface AwsAuthOptions {
  readonly credentials?: AwsCredentialSource;
  /** Milliseconds since the epoch: a signature is valid for minutes. */
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
    return signRequest({ ...request, headers }, found, { region, service: bedrockService, now: now() });
  };
}

/** The lookup of credentials may call a server or run a program, and cannot be aborted itself. */
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

const arnRegion = /^arn:[^:]+:bedrock:([a-z0-9-]+):/;

/** The region of a request: that of the model's ARN, else the configured one. */
export function awsRegion({ row, model, settings, environment }: Connection): string {
  return arnRegion.exec(model)?.[1] ?? regionOf(row, settings, environment) ?? "us-east-1";
}

interface SigningScope {
  readonly region: string;
  readonly service: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const algorithm = "AWS4-HMAC-SHA256";

/**
 * The headers that sign a POST with Signature Version 4. All given headers are signed, so they must not include any that
 * a proxy may change.
 */
export function signRequest(
  { url, headers, body }: OutgoingRequest,
  credentials: AwsCredentials,
  { region, service, now }: SigningScope,
): Record<string, string> {
  const time = new Date(now).toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const added = {
    "x-amz-date": time,
    ...(credentials.sessionToken && { "x-amz-security-token": credentials.sessionToken }),
  };
  const signed = canonicalHeaders({ ...headers, ...added, host: url.host });
  const names = signed.map(([name]) => name).join(";");
  const canonical = [
    "POST",
    canonicalPath(url),
    canonicalQuery(url),
    ...signed.map(([name, value]) => `${name}:${value}`),
    "",
    names,
    sha256(body),
  ].join("\n");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = [algorithm, time, scope, sha256([Buffer.from(canonical)])].join("\n");
  const key = [day, region, service, "aws4_request"].reduce<Buffer | string>(
    hmac,
    `AWS4${credentials.secretAccessKey}`,
  );
  const signature = hmac(key, toSign).toString("hex");
  const parameters = `Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...added, authorization: `${algorithm} ${parameters}` };
}

function canonicalHeaders(headers: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim().replaceAll(/ +/g, " ")] as const)
    .toSorted(([a], [b]) => compare(a, b));
}

/** Encoded twice, as every service but S3 requires. */
function canonicalPath({ pathname }: URL): string {
  return pathname.split("/").map(encode).join("/");
}

function canonicalQuery({ searchParams }: URL): string {
  return [...searchParams]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** By code unit, independent of the locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sha256(pieces: readonly Buffer[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
