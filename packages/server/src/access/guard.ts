import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { RooError } from "@roo-code/types";
import type { Permission } from "@roo-code/types/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Principal } from "../http/handler.ts";
import type { Access } from "./access.ts";

/** Rejects requests to an unknown host (DNS rebinding) and changes requested by a page of another origin. */
export function checkHostAndOrigin(app: FastifyInstance, allowedHosts: ReadonlySet<string>): void {
  app.addHook("onRequest", async ({ headers, method }) => {
    if (!isKnownHost(headers.host, allowedHosts)) throw unknownHost(headers.host);
    const isOwn = headers.origin === undefined || isOwnOrigin(headers.origin, headers.host);
    if (!isOwn && !isSafe(method)) throw crossOrigin();
  });
}

/** Every route of this scope requires a bearer token or the cookie of a signed-in browser. */
export function requirePrincipal(app: FastifyInstance, access: Access): void {
  app.addHook("onRequest", async (request) => {
    request.principal = await principalOf(request, access);
  });
}

async function principalOf(request: FastifyRequest, access: Access): Promise<Principal> {
  const { headers, method } = request;
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1];
  if (token !== undefined) {
    const principal = await access.byToken(token);
    if (principal) return principal;
    throw unauthorized();
  }
  const principal = await principalByCookie(headers, access);
  if (!principal) throw unauthorized();
  if (!isSafe(method) && !isOwnPage(headers)) throw crossOrigin();
  return principal;
}

export function requirePermission({ permissions }: Principal, permission: Permission): void {
  if (permissions.has(permission)) return;
  throw new RooError({ code: "forbidden", message: `Missing permission: ${permission}` });
}

/** A browser sends the cookie with requests of any page, so changes must come from one of our own pages. */
function isOwnPage(headers: IncomingHttpHeaders): boolean {
  if (headers.origin !== undefined) return isOwnOrigin(headers.origin, headers.host);
  return headers["sec-fetch-site"] === "same-origin" || headers["x-roo-client"] !== undefined;
}

function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

export function unauthorized(): RooError {
  return new RooError({
    code: "unauthorized",
    message: "You are signed out.",
    next: "Run roo open on the server's machine for a sign-in address, or send the server's token.",
  });
}

function crossOrigin(): RooError {
  return new RooError({ code: "forbidden", message: "Cross-origin request refused." });
}

function unknownHost(host: string | undefined): RooError {
  return new RooError({
    code: "forbidden",
    message: `Unknown host ${JSON.stringify((host ?? "").slice(0, 100))}.`,
    next: "Use the IP address, or allow the name with: roo serve --allow-host NAME",
  });
}

/** Against DNS rebinding: a foreign name that resolves to us is refused; IP addresses, `localhost` and allowed names are not. */
export function isKnownHost(host: string | undefined, allowed: ReadonlySet<string>): boolean {
  const url = host === undefined || /[\s/?#@\\]/.test(host) ? null : URL.parse(`http://${host}`);
  if (!url) return false;
  const name = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost") || allowed.has(name);
}

/** Whether the page that sends a request is served by us. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") && url.host === host?.toLowerCase();
}

/** The longest lifetime browsers accept. Renewed whenever the page is opened. */
const maxAgeSeconds = 400 * 24 * 3600;

const attributes = "HttpOnly; SameSite=Strict; Path=/";

export function sessionCookie({ cookieName }: Access, value: string): string {
  return `${cookieName}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`;
}

export function expiredCookie({ cookieName }: Access): string {
  return `${cookieName}=; Max-Age=0; ${attributes}`;
}

export function cookieOf({ cookie = "" }: IncomingHttpHeaders, { cookieName }: Access): string | undefined {
  const pairs = cookie.split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([name]) => name === cookieName)?.[1];
}

/** The principal of a signed-in browser. */
export async function principalByCookie(headers: IncomingHttpHeaders, access: Access): Promise<Principal | undefined> {
  const value = cookieOf(headers, access);
  return value === undefined ? undefined : access.byCookie(value);
}
