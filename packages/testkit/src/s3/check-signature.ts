import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

/**
 * Verifies AWS Signature Version 4, implemented from its specification alone, independent of the client. Returns the S3
 * error code of an invalid request, or undefined.
 */
export function signatureError(
  request: Pick<IncomingMessage, "method" | "url" | "headers">,
  body: Buffer,
  secrets: ReadonlyMap<string, string>,
): string | undefined {
  const authorization = request.headers.authorization ?? "";
  const [, credential = "", signedHeaders = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(authorization) ??
    [];
  const [keyId = "", date = "", region = "", service = "", terminator] = credential.split("/");
  const secret = secrets.get(keyId);
  if (secret === undefined) return "InvalidAccessKeyId";
  const time = String(request.headers["x-amz-date"] ?? "");
  if (service !== "s3" || terminator !== "aws4_request" || !time.startsWith(date))
    return "AuthorizationHeaderMalformed";
  const names = signedHeaders.split(";");
  if (!names.includes("host") || !names.includes("x-amz-content-sha256")) return "AuthorizationHeaderMalformed";
  const claimed = String(request.headers["x-amz-content-sha256"]);
  if (claimed !== "UNSIGNED-PAYLOAD" && claimed !== sha256(body)) return "XAmzContentSHA256Mismatch";

  const { pathname, searchParams } = new URL(request.url ?? "", "http://server");
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const headers = names
    .map((name) => `${name}:${String(request.headers[name]).trim().replaceAll(/ +/g, " ")}\n`)
    .join("");
  const canonical = [request.method, pathname, query, headers, signedHeaders, claimed].join("\n");
  const scope = `${date}/${region}/${service}/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const signingKey = [region, service, "aws4_request"].reduce(hmac, hmac(`AWS4${secret}`, date));
  const expected = hmac(signingKey, toSign);
  return timingSafeEqual(expected, Buffer.from(signature, "hex")) ? undefined : "SignatureDoesNotMatch";
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
