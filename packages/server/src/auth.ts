import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";

const cookieName = "roo_token";

/**
 * Every route of this scope needs the server's token: as a bearer, or as the cookie that the first URL sets.
 * The cookie is strict and for this site alone, so that another page cannot use it.
 */
export function requireToken(app: FastifyInstance, token: string): void {
  app.addHook("onRequest", async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url, "http://server");
    const offered = searchParams.get("token");
    if (offered !== null && request.method === "GET" && isSame(offered, token)) {
      searchParams.delete("token");
      const query = searchParams.toString();
      return reply
        .header("set-cookie", `${cookieName}=${token}; HttpOnly; SameSite=Strict; Path=/`)
        .redirect(query ? `${pathname}?${query}` : pathname);
    }
    if (isSame(bearer(request) ?? cookie(request) ?? "", token)) return;
    return reply.status(401).send({
      error: { code: "unauthorized", message: "Open the address that roo serve printed; it carries the token." },
    });
  });
}

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

function cookie(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([name]) => name === cookieName)?.[1];
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
