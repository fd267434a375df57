import type { FastifyInstance } from "fastify";
import * as z from "zod";
import type { Access } from "./access.ts";
import { cookieOf, expiredCookie, principalByCookie, sessionCookie, unauthorized } from "./guard.ts";

/** Query parameters: the one-time code, and a mark that tells the page that it was not valid. */
const codeParameter = "sign-in";
const failedParameter = "sign-in-failed";

/** Exchanges the code in an address for a cookie and removes it from the address. Tokens are not accepted there. */
export function signInByAddress(app: FastifyInstance, access: Access): void {
  app.addHook("onRequest", async (request, reply) => {
    const [pathname = "/", query = ""] = request.url.split(/\?(.*)/s, 2);
    const searchParams = new URLSearchParams(query);
    const code = searchParams.get(codeParameter);
    if (request.method !== "GET" || pathname.startsWith("/api/")) return;
    if (code === null) return renew(access, request.headers, reply);
    const cookie = await access.cookieForCode(code);
    searchParams.delete(codeParameter);
    if (cookie !== undefined) reply.header("set-cookie", sessionCookie(access, cookie));
    else if (!(await principalByCookie(request.headers, access))) searchParams.set(failedParameter, "");
    const rest = searchParams.toString();
    await reply.header("cache-control", "no-store").redirect(localPath(rest ? `${pathname}?${rest}` : pathname));
  });
}

/** How long the code of a sign-in address is valid: printed at the start, or requested with `roo open`. */
export const startCodeMs = 3_600_000;
export const requestedCodeMs = 5 * 60_000;

export function signInUrl(serverUrl: string, code: string): string {
  return `${serverUrl}/?${codeParameter}=${code}`;
}

const tokenSchema = z.object({ token: z.string().max(1000) });

/** For the sign-in page: takes the token, or the code of a sign-in address. */
export function sessionRoutes(app: FastifyInstance, access: Access): void {
  app.post("/api/v1/session", async ({ body }, reply) => {
    const { data } = tokenSchema.safeParse(body);
    const cookie = data && ((await access.cookieForCode(data.token)) ?? (await access.cookieFor(data.token)));
    if (cookie === undefined) throw unauthorized();
    return reply.header("set-cookie", sessionCookie(access, cookie)).send({});
  });
  app.delete("/api/v1/session", async (_, reply) => reply.header("set-cookie", expiredCookie(access)).send({}));
}

type Reply = { header(name: string, value: string): unknown };

/** Extends the session of a browser that comes back. */
async function renew(access: Access, headers: Parameters<typeof cookieOf>[0], reply: Reply): Promise<void> {
  if (headers["sec-fetch-dest"] !== "document") return;
  const value = cookieOf(headers, access);
  if (value !== undefined && (await access.byCookie(value))) reply.header("set-cookie", sessionCookie(access, value));
}

/** A path starting with two slashes would lead the browser to another server. */
function localPath(path: string): string {
  return path.replace(/^[/\\]+/, "/");
}
