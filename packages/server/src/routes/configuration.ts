import type { FastifyInstance } from "fastify";
import type { LiveConfiguration } from "../live-configuration.ts";

/** What applies in the server's folder. Settings hold no secrets: those are in the secret store. */
export function configurationRoutes(app: FastifyInstance, live: LiveConfiguration): void {
  app.get("/api/configuration", () => {
    const { configuration, ...inventory } = live.newest;
    const { workspace, isTrusted, settings, origins } = configuration;
    return { folder: workspace, isTrusted, settings, origins, ...inventory };
  });
}
