import { once } from "node:events";
import { RooError } from "@roo-code/types";
import { operations, type Route } from "@roo-code/types/api";
import type { FastifyInstance, FastifyReply } from "fastify";
import type * as z from "zod";
import type { AllHandlers, BytesAnswer, Principal, RequestContext } from "./handler.ts";

type LooseHandler = (input: unknown, context: RequestContext) => Promise<unknown> | AsyncIterable<unknown>;

/** Puts every operation of the API at its path, below `/api/v1`. */
export function bindRoutes(app: FastifyInstance, handlers: AllHandlers): void {
  for (const { resource, name, route } of operations) bindRoute(app, route, handlerOf(handlers, resource, name));
}

function handlerOf(handlers: AllHandlers, resource: string, name: string): LooseHandler {
  // The type of `handlers` has one for each route; what a route takes and gives is checked when it is called.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const all = handlers as unknown as Record<string, Record<string, LooseHandler>>;
  const handler = all[resource]?.[name];
  if (!handler) throw new Error(`There is no handler for ${resource}.${name}.`);
  return handler;
}

function bindRoute(app: FastifyInstance, route: Route, handler: LooseHandler): void {
  app.route({
    method: route.method,
    url: `/api/v1${route.path}`,
    handler: async (request, reply) => {
      const { principal } = request;
      requirePermission(principal, route);
      const input = {
        params: parse(route.params, request.params, "the address"),
        query: parse(route.query, request.query, "the query"),
        body: parse(route.body, request.body, "the body"),
      };
      const gone = new AbortController();
      reply.raw.once("close", () => gone.abort());
      const context = { principal, signal: gone.signal, bytes: request.raw };
      const answer = handler(input, context);
      if (Symbol.asyncIterator in answer) return sendEvents(reply, answer, gone.signal);
      return send(reply, route, await answer);
    },
  });
}

function requirePermission({ permissions }: Principal, { permission }: Route): void {
  if (permissions.has(permission)) return;
  throw new RooError({ code: "forbidden", message: `This needs the permission ${permission}.` });
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

function send(reply: FastifyReply, route: Route, answer: unknown): FastifyReply {
  if (route.bytes === "answer") {
    // What the type of the route's handler says.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { stream, contentType, fileName } = answer as BytesAnswer;
    return reply
      .status(route.status)
      .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
      .type(contentType)
      .send(stream);
  }
  // What is not in the schema must not get out.
  return reply.status(route.status).send(route.output.parse(answer));
}

const keepAliveMs = 15_000;

async function sendEvents(reply: FastifyReply, events: AsyncIterable<unknown>, signal: AbortSignal): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...headersOf(reply), "content-type": "text/event-stream", "cache-control": "no-store" });
  const beat = setInterval(() => raw.write(": still here\n\n"), keepAliveMs);
  try {
    for await (const event of events) {
      if (signal.aborted) break;
      if (!raw.write(`data: ${JSON.stringify(event)}\n\n`))
        await Promise.race([once(raw, "drain"), once(raw, "close")]);
    }
  } finally {
    clearInterval(beat);
    raw.end();
  }
}

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by whoever lets requests in. */
    principal: Principal;
  }
}
