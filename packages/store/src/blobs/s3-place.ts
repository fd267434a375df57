import { RooError } from "@roo-code/types";

export interface S3Place {
  readonly bucket: string;
  /** Empty, or words with `/` between them. */
  readonly prefix: string;
  readonly region: string;
  /** Absent: Amazon's own. */
  readonly endpoint: string | undefined;
  /** The bucket stands in the path instead of before the name of the host. */
  readonly isPathStyle: boolean;
  /** Absent: found as Amazon's own programs find them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** `s3://bucket/prefix?endpoint=https://host&region=eu-central-1`. Throws `RooError` `invalid_value`. */
export function parseS3Place(text: string, environment: NodeJS.ProcessEnv): S3Place {
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || !url.hostname || url.username || url.password) throw noAddress();
  const endpoint = url.searchParams.get("endpoint") ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/@]+\/?$/.test(endpoint)) throw noAddress();
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  return {
    bucket: url.hostname,
    prefix: url.pathname.replaceAll(/^\/+|\/+$/g, ""),
    region: url.searchParams.get("region") ?? environment["AWS_REGION"] ?? "us-east-1",
    endpoint,
    isPathStyle: endpoint !== undefined,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}

function noAddress(): RooError {
  return new RooError({
    code: "invalid_value",
    message: "ROO_BLOBS_URL is no address of a bucket.",
    next: "Write it as s3://bucket/prefix?endpoint=https://host&region=name; keys go into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
  });
}
