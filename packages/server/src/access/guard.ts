import type { IncomingHttpHeaders } from "node:http";
import { RooError } from "@roo-code/types";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Principal } from "../http/handler.ts";
import type { Access } from "./access.ts";
import { isKnownHost, isOwnOrigin } from "./known-host.ts";

/** Before anything else: requests that were not meant for us, or that a page of somebody else's sends. */
export function refuseStrangers(app: FastifyInstance, allowedHosts: ReadonlySet<string>): void {
  app.addHook("onRequest", async ({ headers, method }) => {
    if (!isKnownHost(headers.host, allowedHosts)) throw unknownHost(headers.host);
    const isOwn = headers.origin === undefined || isOwnOrigin(headers.origin, headers.host);
    if (!isOwn && !isSafe(method)) throw foreignPage();
  });
}

/** Every route of this scope needs somebody: by a bearer token, or by the cookie that the first address sets. */
export function requirePrincipal(app: FastifyInstance, access: Access): void {
  app.addHook("onRequest", async (request) => {
    request.principal = await principalOf(request, access);
  });
}

/** The first address carries the token: it becomes a cookie, and goes from the address. */
export function takeTokenFromAddress(app: FastifyInstance, access: Access): void {
  app.addHook("onRequest", async (request, reply) => {
    const [pathname = "/", query = ""] = request.url.split(/\?(.*)/s, 2);
    const searchParams = new URLSearchParams(query);
    const token = searchParams.get("token");
    if (token === null || request.method !== "GET" || pathname.startsWith("/api/")) return;
    const cookie = await access.cookieFor(token);
    if (cookie === undefined) throw unauthorized();
    searchParams.delete("token");
    const rest = searchParams.toString();
    const name = cookieName(request.socket.localPort);
    await reply
      .header("set-cookie", `${name}=${cookie}; HttpOnly; SameSite=Strict; Path=/`)
      .header("cache-control", "no-store")
      .redirect(localAddress(rest ? `${pathname}?${rest}` : pathname));
  });
}

/** Two slashes at the beginning would lead a browser to another server. */
function localAddress(path: string): string {
  return path.replace(/^[/\\]+/, "/");
}

/** Who a browser is that has been here before. */
export async function principalByCookie(
  headers: IncomingHttpHeaders,
  port: number | undefined,
  access: Access,
): Promise<Principal | undefined> {
  const name = cookieName(port);
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
  const value = pairs.find(([key]) => key === name)?.[1];
  return value === undefined ? undefined : access.byCookie(value);
}

async function principalOf(request: FastifyRequest, access: Access): Promise<Principal> {
  const { headers, method, socket } = request;
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
  if (token !== undefined) {
    const principal = await access.byToken(token);
    if (principal) return principal;
    throw unauthorized();
  }
  const principal = await principalByCookie(headers, socket.localPort, access);
  if (!principal) throw unauthorized();
  if (!isSafe(method) && !isOwnPage(headers)) throw foreignPage();
  return principal;
}

/** A browser sends the cookie whoever asks it to: what changes something must show that a page of ours asked. */
function isOwnPage(headers: IncomingHttpHeaders): boolean {
  if (headers.origin !== undefined) return isOwnOrigin(headers.origin, headers.host);
  return headers["sec-fetch-site"] === "same-origin" || headers["x-roo-client"] !== undefined;
}

/** Cookies are shared by all ports of a host. */
function cookieName(port: number | undefined): string {
  return `roo_token_${port ?? 0}`;
}

function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

function unauthorized(): RooError {
  return new RooError({
    code: "unauthorized",
    message: "Open the address that roo serve printed; it carries the token.",
  });
}

function foreignPage(): RooError {
  return new RooError({ code: "forbidden", message: "A page of another server may not ask for this." });
}

function unknownHost(host: string | undefined): RooError {
  return new RooError({
    code: "forbidden",
    message: `This server is not known as ${JSON.stringify((host ?? "").slice(0, 100))}.`,
    next: "Use its address, or name the host with: roo serve --allow-host NAME",
  });
}
