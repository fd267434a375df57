import type { IncomingHttpHeaders } from "node:http";
import { RooError } from "@roo-code/types";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Principal } from "../http/handler.ts";
import type { Access } from "./access.ts";
import { isKnownHost, isOwnOrigin } from "./known-host.ts";
import { principalByCookie } from "./session-cookie.ts";

/** Before anything else: requests that were not meant for us, or that a page of somebody else's sends. */
export function refuseStrangers(app: FastifyInstance, allowedHosts: ReadonlySet<string>): void {
  app.addHook("onRequest", async ({ headers, method }) => {
    if (!isKnownHost(headers.host, allowedHosts)) throw unknownHost(headers.host);
    const isOwn = headers.origin === undefined || isOwnOrigin(headers.origin, headers.host);
    if (!isOwn && !isSafe(method)) throw foreignPage();
  });
}

/** Every route of this scope needs somebody: by a bearer token, or by the cookie of a browser that signed in. */
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
  if (!isSafe(method) && !isOwnPage(headers)) throw foreignPage();
  return principal;
}

/** A browser sends the cookie whoever asks it to: what changes something must show that a page of ours asked. */
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
    next: "Run roo open on the machine of the server for an address that signs a browser in, or send its token.",
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
