import { type Plain, textOf } from "../plain-value.ts";

/** `accessKey`, `secretKey` and perhaps `sessionToken` in the form in which a profile's credentials hold them; undefined without both. */
export function awsDocument(keys: Plain): string | undefined {
  const accessKeyId = textOf(keys.accessKey);
  const secretAccessKey = textOf(keys.secretKey);
  const sessionToken = textOf(keys.sessionToken);
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return JSON.stringify({ accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) });
}
