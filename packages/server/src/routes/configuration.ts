import { shownSettings } from "@roo-code/host";
import type { FastifyInstance } from "fastify";
import type { LiveConfiguration } from "../live-configuration.ts";

/** What applies in the server's folder, without what is called like a secret. */
export function configurationRoutes(app: FastifyInstance, live: LiveConfiguration): void {
  app.get("/api/v1/configuration", () => {
    const { configuration, ...inventory } = live.newest;
    const { workspace, isTrusted } = configuration;
    return { folder: workspace, isTrusted, settings: shownSettings(configuration.origins), ...inventory };
  });
}
