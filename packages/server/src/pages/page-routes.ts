import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Access } from "../access/access.ts";
import { requirePrincipal } from "../access/guard.ts";
import type { LiveConfiguration } from "../services/live-configuration.ts";
import type { Services } from "../services/services.ts";
import { statusPage } from "./status-page.ts";

export interface PageOptions {
  readonly services: Services;
  readonly access: Access;
  readonly configuration: LiveConfiguration;
  /** The built web app, where there is one. */
  readonly webFolder: string | undefined;
}

const inlineStyle =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The web app, or until it is there a page that says what was done here. */
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

/** Its files hold nothing of anybody's, so that a browser may fetch them before it shows who it is. */
async function webAppRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const { default: files } = await import("@fastify/static");
  await app.register(files, {
    root: folder,
    wildcard: false,
    index: ["index.html"],
    setHeaders: (reply, path) => {
      // Names with a hash in them never mean anything else.
      const isHashed = /[/\\]assets[/\\].*[.-][\w-]{8,}\.\w+$/.test(path);
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  // Addresses of the app's own: the app knows what to show.
  app.get("/*", async (request, reply) => {
    if (/^\/(api|assets|docs)\//.test(request.url)) return reply.callNotFound();
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
}
