import type { FastifyInstance } from "fastify";

/** For whoever watches the process; needs no token. */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  app.get("/healthz", () => ({ status: "ok" }));
  app.get("/readyz", () => ({ status: "ready" }));
}
