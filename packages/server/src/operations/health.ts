import type { LiveDatabase } from "@roo-code/host/database";
import type { FastifyInstance } from "fastify";

/** For process monitors; needs no token. Not ready while draining. */
export function healthRoutes(
  app: FastifyInstance,
  { database, isReady }: { readonly database: LiveDatabase; readonly isReady: () => boolean },
): void {
  app.get("/healthz", () => ({ status: "ok" }));
  app.get("/readyz", async (_, reply) => {
    const isUp = isReady() && (await within(checkMs, database.check()));
    return reply.status(isUp ? 200 : 503).send({ status: isUp ? "ready" : isReady() ? "no database" : "draining" });
  });
}

const checkMs = 2_000;

async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), milliseconds);
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer));
}
