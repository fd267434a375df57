import fastify, { type FastifyInstance } from "fastify";
import type { Access } from "./access/access.ts";
import { checkHostAndOrigin, requirePrincipal } from "./access/guard.ts";
import { addSecurityHeaders } from "./access/security-headers.ts";
import { sessionRoutes, signInByAddress } from "./access/sign-in-routes.ts";
import { bindRoutes } from "./http/bind-routes.ts";
import { errorResponse, respondToBrokenRequest, sendError } from "./http/error-response.ts";
import { Idempotency } from "./http/idempotency.ts";
import { openApiDocument } from "./http/openapi.ts";
import { readBodies } from "./http/read-json.ts";
import { SocketServer } from "./live/socket-server.ts";
import { healthRoutes } from "./operations/health.ts";
import { createMetrics } from "./operations/metrics.ts";
import { apiPage } from "./pages/api-page.ts";
import { type PageOptions, pageRoutes } from "./pages/page-routes.ts";
import { allHandlers } from "./resources/all-handlers.ts";
import type { Services } from "./services/services.ts";

interface AppOptions extends PageOptions {
  readonly services: Services;
  readonly access: Access;
  /** Listens on loopback only: what shows no user data needs no token. */
  readonly isLocal: boolean;
  readonly isReady: () => boolean;
  readonly allowedHosts: ReadonlySet<string>;
  /** The folder the server was started in. */
  readonly folder: string;
  readonly hasEvals: boolean;
  readonly idempotency: ConstructorParameters<typeof Idempotency>[0];
}

const requestMs = 15 * 60_000;

/** The whole app, not listening yet. */
export async function createApp(options: AppOptions): Promise<{ app: FastifyInstance; sockets: SocketServer }> {
  const { services, access, isLocal, isReady, allowedHosts, folder, hasEvals } = options;
  const { log, database, version } = services;
  // A path that cannot be decoded fails before a route and the error handler are found.
  const app = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    requestTimeout: requestMs,
    frameworkErrors: (error, _, reply) => sendError(error, reply),
    clientErrorHandler: respondToBrokenRequest,
    routerOptions: { maxParamLength: 4096 },
  });

  const sockets = new SocketServer({
    services,
    access,
    allowedHosts,
    onConnect: () => metrics.connections.inc(),
    onSlow: () => metrics.slowClients.inc(),
  });
  sockets.attachTo(app.server);
  const metrics = createMetrics(app, services, () => sockets.size);
  app.decorateRequest("principal");
  app.setErrorHandler((error, request, reply) => {
    if (errorResponse(error).status >= 500) log.error({ error, route: request.routeOptions.url }, "request failed");
    sendError(error, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send({ error: { code: "not_found", message: `Not found: ${request.url.split("?", 1)[0]}` } }),
  );
  addSecurityHeaders(app);
  checkHostAndOrigin(app, allowedHosts);
  readBodies(app);
  logRequests(app, services);
  healthRoutes(app, { database, isReady });
  await app.register(async (open) => {
    if (!isLocal) requirePrincipal(open, access);
    const document = openApiDocument(version);
    open.get("/openapi.json", () => document);
    open.get("/docs/api", (_, reply) =>
      reply
        .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
        .type("text/html; charset=utf-8")
        .send(apiPage(document)),
    );
    open.get("/metrics", async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  });
  await app.register(async (api) => {
    requirePrincipal(api, access);
    bindRoutes(api, {
      handlers: allHandlers(services, { folder, hasEvals }),
      idempotency: new Idempotency(options.idempotency),
    });
  });
  sessionRoutes(app, access);
  await app.register(async (pages) => {
    signInByAddress(pages, access);
    await pageRoutes(pages, options);
  });
  return { app, sockets };
}

function logRequests(app: FastifyInstance, { log }: Services): void {
  app.addHook("onResponse", async (request, reply) => {
    const { method, ip, routeOptions } = request;
    // Without the query, which may contain a sign-in code.
    const path = request.url.split("?", 1)[0];
    const milliseconds = Math.round(reply.elapsedTime);
    log.info({ method, path, route: routeOptions.url, status: reply.statusCode, milliseconds, ip }, "request");
  });
}
