import { Readable } from "node:stream";
import { RooError } from "@roo-code/types";
import { operations, type Route } from "@roo-code/types/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod";
import type { AllHandlers, BytesAnswer, Principal, RequestContext } from "./handler.ts";
import type { Idempotency } from "./idempotency.ts";
import { sendEvents } from "./send-events.ts";

type LooseHandler = (input: unknown, context: RequestContext) => Promise<unknown>;

const usualBodyBytes = 1024 * 1024;

/** Puts every operation of the API at its path, below `/api/v1`. */
export function bindRoutes(
  app: FastifyInstance,
  { handlers, idempotency }: { readonly handlers: AllHandlers; readonly idempotency: Idempotency },
): void {
  for (const { resource, name, route } of operations) {
    const handler = handlerOf(handlers, resource, name);
    app.route({
      method: route.method,
      url: `/api/v1${route.path}`,
      bodyLimit: route.maxBodyBytes ?? usualBodyBytes,
      handler: async (request, reply) => {
        requirePermission(request.principal, route);
        const input = inputOf(route, request);
        const gone = new AbortController();
        reply.raw.once("close", () => gone.abort());
        const { principal } = request;
        const context = { principal, signal: gone.signal, bytes: request.raw, reservedId: undefined };
        const isKeyed = route.method === "POST" && route.bytes === undefined;
        const key = isKeyed ? request.headers["idempotency-key"] : undefined;
        if (key === undefined) return send(reply, route, await handler(input, context), gone.signal);
        const asked = { operation: `${resource}.${name}`, key: String(key), input };
        return idempotency.once({ ...asked, principal, reply }, async (reservedId) => {
          const answer = await handler(input, { ...context, reservedId });
          return { status: route.status, body: JSON.stringify(route.output.parse(answer)) };
        });
      },
    });
  }
}

function handlerOf(handlers: AllHandlers, resource: string, name: string): LooseHandler {
  // The type of `handlers` has one for each route; what a route takes and gives is checked when it is called.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const all = handlers as unknown as Record<string, Record<string, LooseHandler>>;
  const handler = all[resource]?.[name];
  if (!handler) throw new Error(`There is no handler for ${resource}.${name}.`);
  return handler;
}

function requirePermission({ permissions }: Principal, { permission }: Route): void {
  if (permissions.has(permission)) return;
  throw new RooError({ code: "forbidden", message: `This needs the permission ${permission}.` });
}

function inputOf(route: Route, request: FastifyRequest): { params: unknown; query: unknown; body: unknown } {
  const isStream = request.body instanceof Readable;
  if (isStream !== (route.bytes === "body") && (isStream || route.bytes === "body"))
    throw Object.assign(
      new RooError({
        code: "bad_request",
        message: isStream ? "This takes JSON." : "This takes bytes, as application/octet-stream.",
      }),
      { statusCode: 415 },
    );
  return {
    params: parse(route.params, request.params, "the address"),
    query: parse(route.query, request.query, "the query"),
    body: parse(route.body, request.body, "the body"),
  };
}

/** Keys that are not known are left out, never handed on. */
function parse(schema: z.ZodObject | undefined, given: unknown, where: string): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join(".") ?? "";
  throw Object.assign(
    new RooError({ code: "bad_request", message: `In ${where}, ${path || "something"} is wrong: ${issue?.message}` }),
    { details: parsed.error.issues.slice(0, 20).map(({ path: at, message }) => ({ path: at.join("."), message })) },
  );
}

function send(reply: FastifyReply, route: Route, answer: unknown, signal: AbortSignal): FastifyReply | Promise<void> {
  if (route.isStream) {
    // What the types of handlers say, here and below.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return sendEvents(reply, answer as AsyncIterable<unknown>, signal);
  }
  if (route.bytes === "answer") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { stream, contentType, fileName } = answer as BytesAnswer;
    return reply
      .status(route.status)
      .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed())}`)
      .type(contentType)
      .send(stream);
  }
  // What is not in the schema must not get out.
  return reply.status(route.status).send(route.output.parse(answer));
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by whoever lets requests in. */
    principal: Principal;
  }
}
