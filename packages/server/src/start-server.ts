import { randomBytes } from "node:crypto";
import type { Host } from "@roo-code/host";
import { RooError, systemErrorCode } from "@roo-code/types";
import fastify, { type FastifyInstance } from "fastify";
import { answerBrokenRequest, answerError } from "./answer-error.ts";
import { requireToken } from "./auth.ts";
import { LiveConfiguration } from "./live-configuration.ts";
import { configurationRoutes } from "./routes/configuration.ts";
import { healthRoutes } from "./routes/health.ts";
import { statusRoutes } from "./routes/status.ts";

export interface ServerOptions {
  readonly host: Host;
  readonly address: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly version: string;
  /** The folder whose configuration is shown and followed. */
  readonly folder: string;
}

export interface RunningServer {
  /** With the token in it: opening it signs the browser in. */
  readonly url: string;
  readonly token: string;
  readonly port: number;
  close(): Promise<void>;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const token = randomBytes(24).toString("base64url");
  const configuration = await LiveConfiguration.follow(options.host, options.folder);
  // An address that cannot be decoded fails before there is a route, and so before the error handler.
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: 1024 * 1024,
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenRequest,
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) =>
    reply
      .status(404)
      .send({ error: { code: "not_found", message: `There is nothing at ${request.url.split("?", 1)[0]}.` } }),
  );
  await app.register(healthRoutes);
  await app.register(async (guarded) => {
    requireToken(guarded, token);
    statusRoutes(guarded, { ...options, configuration });
    configurationRoutes(guarded, configuration);
  });
  app.addHook("onClose", async () => configuration.stop());
  const port = await listen(app, options);
  return {
    url: `http://${displayHost(options.address)}:${port}/?token=${token}`,
    token,
    port,
    close: () => app.close(),
  };
}

async function listen(app: FastifyInstance, { address, port }: ServerOptions): Promise<number> {
  try {
    await app.listen({ host: address, port });
  } catch (cause) {
    const code = systemErrorCode(cause);
    await app.close();
    if (code === "EADDRINUSE") {
      throw new RooError({
        code: "port_in_use",
        message: `Port ${port} on ${address} is taken, perhaps by another roo serve.`,
        next: "End that one, or choose another with --port (0 takes any free one).",
        cause,
      });
    }
    throw new RooError({
      code: "cannot_listen",
      message: `The server cannot listen on ${address}:${port} (${code}).`,
      next: "Choose another --host or --port.",
      cause,
    });
  }
  return app.addresses().find((bound) => typeof bound === "object")?.port ?? port;
}

function displayHost(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}
