import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Access } from "../access/access.ts";
import { requirePrincipal } from "../access/guard.ts";
import type { Services } from "../services/services.ts";
import { type LiveConfiguration, statusPage } from "./status-page.ts";

export interface PageOptions {
  readonly services: Services;
  readonly access: Access;
  readonly configuration: LiveConfiguration;
  /** The built web app, if there is one. */
  readonly webFolder: string | undefined;
}

const inlineStyle =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The web app, or a status page if the web app is not built. */
export async function pageRoutes(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { webFolder } = options;
  if (webFolder !== undefined && existsSync(join(webFolder, "index.html"))) return webAppRoutes(app, webFolder);
  await app.register(async (guarded) => {
    requirePrincipal(guarded, options.access);
    const { services, configuration } = options;
    guarded.get("/", async (_, reply) => {
      const tasks = await services.host.tasks.list();
      const page = statusPage({ version: services.version, tasks, inventory: configuration.newest });
      return reply.header("content-security-policy", inlineStyle).type("text/html; charset=utf-8").send(page);
    });
  });
}

/** Its files contain no user data, so a browser may load them before signing in. */
async function webAppRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const { default: files } = await import("@fastify/static");
  await app.register(files, {
    root: folder,
    wildcard: false,
    index: ["index.html"],
    setHeaders: (reply, path) => {
      // Hashed names never change their content.
      const isHashed = /[/\\]assets[/\\].*[.-][\w-]{8,}\.\w+$/.test(path);
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  // Client-side routes.
  app.get("/*", async (request, reply) => {
    if (/^\/(api|assets|docs)\//.test(request.url)) return reply.callNotFound();
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
}
