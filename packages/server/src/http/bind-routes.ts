import { once } from "node:events";
import { Readable } from "node:stream";
import { RooError } from "@roo-code/types";
import { operations, type Route } from "@roo-code/types/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod";
import { requirePermission } from "../access/guard.ts";
import type { AllHandlers, BytesResponse, Principal, RequestContext } from "./handler.ts";
import type { Idempotency } from "./idempotency.ts";

type LooseHandler = (input: unknown, context: RequestContext) => Promise<unknown>;

const defaultBodyBytes = 1024 * 1024;

/** Registers every operation of the API below `/api/v1`. */
export function bindRoutes(
  app: FastifyInstance,
  { handlers, idempotency }: { readonly handlers: AllHandlers; readonly idempotency: Idempotency },
): void {
  for (const { resource, name, route } of operations) {
    const handler = handlerOf(handlers, resource, name);
    app.route({
      method: route.method,
      url: `/api/v1${route.path}`,
      bodyLimit: route.maxBodyBytes ?? defaultBodyBytes,
      handler: async (request, reply) => {
        requirePermission(request.principal, route.permission);
        const input = inputOf(route, request);
        const disconnected = new AbortController();
        reply.raw.once("close", () => disconnected.abort());
        const { principal } = request;
        const context = { principal, signal: disconnected.signal, bytes: request.raw, reservedId: undefined };
        const isKeyed = route.method === "POST" && route.bytes === undefined;
        const key = isKeyed ? request.headers["idempotency-key"] : undefined;
        if (key === undefined) return send(reply, route, await handler(input, context), disconnected.signal);
        const keyed = { operation: `${resource}.${name}`, key: String(key), input, principal, reply };
        return idempotency.once(keyed, async (reservedId) => {
          const output = await handler(input, { ...context, reservedId });
          return { status: route.status, body: JSON.stringify(route.output.parse(output)) };
        });
      },
    });
  }
}

function handlerOf(handlers: AllHandlers, resource: string, name: string): LooseHandler {
  // The type of `handlers` has one per route; input and output are parsed on every call.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const all = handlers as unknown as Record<string, Record<string, LooseHandler>>;
  const handler = all[resource]?.[name];
  if (!handler) throw new Error(`No handler for ${resource}.${name}.`);
  return handler;
}

function inputOf(route: Route, request: FastifyRequest): { params: unknown; query: unknown; body: unknown } {
  const isStream = request.body instanceof Readable;
  if (isStream !== (route.bytes === "body") && (isStream || route.bytes === "body"))
    throw Object.assign(
      new RooError({
        code: "bad_request",
        message: isStream ? "Send JSON." : "Send bytes as application/octet-stream.",
      }),
      { statusCode: 415 },
    );
  return {
    params: parse(route.params, request.params, "path"),
    query: parse(route.query, request.query, "query"),
    body: parse(route.body, request.body, "body"),
  };
}

/** Unknown keys are dropped. */
function parse(schema: z.ZodObject | undefined, value: unknown, where: string): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") ?? "";
  throw Object.assign(
    new RooError({
      code: "bad_request",
      message: `Invalid ${[where, path].filter(Boolean).join(".")}: ${issue?.message}`,
    }),
    { details: parsed.error.issues.slice(0, 20).map(({ path: at, message }) => ({ path: at.join("."), message })) },
  );
}

function send(reply: FastifyReply, route: Route, output: unknown, signal: AbortSignal): FastifyReply | Promise<void> {
  if (route.isStream) {
    // Guaranteed by the types of handlers, here and below.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return sendEvents(reply, output as AsyncIterable<unknown>, signal);
  }
  if (route.bytes === "answer") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { stream, contentType, fileName } = output as BytesResponse;
    return reply
      .status(route.status)
      .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed())}`)
      .type(contentType)
      .send(stream);
  }
  // Keys that are not in the schema must not leak.
  return reply.status(route.status).send(route.output.parse(output));
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `requirePrincipal`. */
    principal: Principal;
  }
}

const keepAliveMs = 15_000;

/** A stream of server-sent events. It ends on failure, and the client reconnects. */
async function sendEvents(reply: FastifyReply, events: AsyncIterable<unknown>, signal: AbortSignal): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...headersOf(reply), "content-type": "text/event-stream", "cache-control": "no-store" });
  raw.flushHeaders();
  const beat = setInterval(() => raw.write(": keep-alive\n\n"), keepAliveMs);
  try {
    for await (const event of events) {
      if (signal.aborted) break;
      if (!raw.write(`data: ${JSON.stringify(event)}\n\n`))
        await Promise.race([once(raw, "drain", { signal }), once(raw, "close")]).catch(() => undefined);
    }
  } catch {
    // The head is sent, so the error cannot be reported.
  } finally {
    clearInterval(beat);
    raw.end();
  }
}

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}
