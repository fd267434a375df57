import type { FastifyInstance } from "fastify";
import * as z from "zod";
import type { Access } from "./access.ts";
import { unauthorized } from "./guard.ts";
import { cookieOf, endedCookie, principalByCookie, sessionCookie } from "./session-cookie.ts";

/** The parameter of an address that signs in, and what the page is told of one that did not. */
export const codeParameter = "sign-in";
const failedParameter = "sign-in-failed";

/** An address with a code in it: the code becomes a cookie, and goes from the address. A token has no place in one. */
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
    await reply.header("cache-control", "no-store").redirect(localAddress(rest ? `${pathname}?${rest}` : pathname));
  });
}

const tokenSchema = z.object({ token: z.string().max(1000) });

/** For the field of a page that is signed out: takes the token, or the code of an address. */
export function sessionRoutes(app: FastifyInstance, access: Access): void {
  app.post("/api/v1/session", async ({ body }, reply) => {
    const { data } = tokenSchema.safeParse(body);
    const cookie = data && ((await access.cookieForCode(data.token)) ?? (await access.cookieFor(data.token)));
    if (cookie === undefined) throw unauthorized();
    return reply.header("set-cookie", sessionCookie(access, cookie)).send({});
  });
  app.delete("/api/v1/session", async (_, reply) => reply.header("set-cookie", endedCookie(access)).send({}));
}

type Reply = { header(name: string, value: string): unknown };

/** A browser that comes back stays signed in from then on. */
async function renew(access: Access, headers: Parameters<typeof cookieOf>[0], reply: Reply): Promise<void> {
  if (headers["sec-fetch-dest"] !== "document") return;
  const value = cookieOf(headers, access);
  if (value !== undefined && (await access.byCookie(value))) reply.header("set-cookie", sessionCookie(access, value));
}

/** Two slashes at the beginning would lead a browser to another server. */
function localAddress(path: string): string {
  return path.replace(/^[/\\]+/, "/");
}
