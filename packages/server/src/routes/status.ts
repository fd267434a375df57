import type { FastifyInstance } from "fastify";
import type { LiveConfiguration } from "../live-configuration.ts";
import type { ServerOptions } from "../start-server.ts";
import { statusPage } from "../status-page.ts";

/** The server's page: that it runs, and what was done here. */
export function statusRoutes(
  app: FastifyInstance,
  { host, version, configuration }: ServerOptions & { configuration: LiveConfiguration },
): void {
  app.get("/", async (_request, reply) => {
    const tasks = await host.tasks.list();
    return reply
      .header(
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .send(statusPage({ version, tasks, inventory: configuration.newest }));
  });
}
