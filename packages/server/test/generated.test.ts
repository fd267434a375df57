import { isNightly } from "@roo-code/testkit/nightly";
import { apiErrorSchema, commonErrors, type Operation, operations } from "@roo-code/types/api";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { damaged, type KnownValues, valuesOf } from "./generated-input.ts";
import { done, script } from "./obedient-model.ts";
import { type Served, type ServedParts, serve, servedParts } from "./served.ts";

/** Slow, or filling the disk. */
const expensive = new Set(["server.demo", "workspaces.clone", "providers.test"]);
/** Would remove what the other operations need. */
const destructive = new Set(["workspaces.forget", "tasks.remove"]);

let parts: ServedParts;
let served: Served;
let known: KnownValues;
beforeAll(async () => {
  parts = await servedParts();
  const network = {
    resolve: async () => ["127.0.0.1"],
    connect: () => {
      throw new Error("tests do not connect to other hosts");
    },
  };
  const files = { "a.txt": "one\n", "src/b.ts": "export {}\n" };
  served = await serve(parts, { network, files, runner: ["/bin/false"], settings: { cloneProtocols: ["https"] } });
  const { workspaceId } = served;
  const { taskId } = await served.client.tasks.create({ body: { workspaceId, text: script(done("ok")) } });
  known = {
    workspaceId: [workspaceId],
    taskId: [taskId],
    path: ["", "a.txt", "src", "src/b.ts", "..", "/etc/passwd", "a\u0000b"],
    from: ["a.txt", "gone", 1],
    to: ["c.txt", "src", 1],
    profile: ["main"],
    name: ["main", "a", "Anna's"],
    slug: ["code", "poet"],
    mode: ["code", "ask"],
    provider: ["anthropic", "ollama"],
    folder: [served.folder, "/", "/nowhere"],
    suite: ["roo-mini", "/nowhere"],
    seq: [1, 2, 10_000],
    toSeq: [1, 3],
    branch: ["main", "-x"],
  };
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await parts[Symbol.asyncDispose]();
});

interface Sent {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

it.for(operations.map((operation) => ({ ...operation, id: `${operation.resource}.${operation.name}` })))(
  "$id answers any input with a response that matches its description",
  { timeout: isNightly ? 1_200_000 : 120_000 },
  async (operation) => {
    const { route, id } = operation;
    const values = destructive.has(id) ? {} : known;
    const good = {
      params: valuesOf(route.params ?? z.object({}), values),
      query: valuesOf(route.query ?? z.object({}), values),
      body: valuesOf(route.body ?? z.object({}), values),
    };
    const valid = fc.record(good);
    const invalid = fc.oneof(
      fc.record({ ...good, params: damaged(good.params) }),
      fc.record({ ...good, query: damaged(good.query) }),
      fc.record({ ...good, body: damaged(good.body) }),
    );
    const numRuns = expensive.has(id) ? 2 : isNightly ? 200 : 20;
    const options = isNightly ? { numRuns } : { numRuns, seed: 7 };
    for (const inputs of [valid, invalid])
      await fc.assert(
        fc.asyncProperty(inputs, async (sent) => {
          expect(await problemWith(operation, sent)).toBeUndefined();
        }),
        options,
      );
  },
);

async function problemWith({ route }: Operation, sent: Sent): Promise<string | undefined> {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encode(fieldOf(sent.params, name)));
  const { status, text } = await answerTo(route, `/api/v1${path}${queryText(sent.query)}`, sent.body);
  if (status >= 500) return `${status}: ${text}`;
  if (status >= 400) return problemWithError(route, JSON.parse(text));
  if (status !== route.status) return `Status ${status} instead of ${route.status}.`;
  if (route.body && !route.body.safeParse(sent.body).success)
    return `Invalid body accepted: ${JSON.stringify(sent.body)}`;
  if (route.bytes === "answer" || route.isStream) return undefined;
  return route.output.safeParse(JSON.parse(text)).error?.message;
}

async function answerTo(route: Operation["route"], url: string, body: unknown) {
  const type = route.bytes === "body" ? "application/octet-stream" : "application/json";
  const hasBody = route.bytes === "body" || route.body !== undefined;
  const response = await served.ask(url, {
    method: route.method,
    ...(hasBody && { body: JSON.stringify(body) ?? "", headers: { "content-type": type } }),
  });
  return { status: response.status, text: await response.text() };
}

/** Errors have one shape, and a code that the description lists. */
function problemWithError({ errors }: Operation["route"], body: unknown): string | undefined {
  const { success, data } = apiErrorSchema.safeParse(body);
  if (!success) return `Not an API error: ${JSON.stringify(body)}`;
  const { code, message } = data.error;
  const declared: readonly string[] = [...commonErrors, ...errors];
  return declared.includes(code) ? undefined : `Undocumented error code ${code}: ${message}`;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : value;
}

function encode(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return encodeURIComponent(text.toWellFormed()) || "%20";
}

function queryText(query: unknown): string {
  if (typeof query !== "object" || query === null) return `?${encode(query)}`;
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encode(name)}=${encode(value)}`],
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
