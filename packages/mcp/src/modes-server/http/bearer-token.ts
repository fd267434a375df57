import { createHash, timingSafeEqual } from "node:crypto";

/** undefined for a request that brings the token; else what it is answered. */
export function tokenRefusal(request: Request, token: string): Response | undefined {
  const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (given !== undefined && timingSafeEqual(digest(given), digest(token))) return undefined;
  const challenge = given === undefined ? "Bearer" : 'Bearer error="invalid_token"';
  return Response.json(
    { error: given === undefined ? "missing_token" : "invalid_token", error_description: "roo mcp serve shows it." },
    { status: 401, headers: { "WWW-Authenticate": challenge } },
  );
}

/** All of one length, so that comparing them says nothing. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
