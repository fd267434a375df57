import { apiErrorSchema, commonErrors, operations, type Route, type Routes } from "@roo-code/types/api";
import * as z from "zod";

const tagTexts: Readonly<Record<keyof Routes, string>> = {
  server: "The server itself",
  workspaces: "Folders that tasks work in",
  backups: "Backups of folders",
  files: "Files of a folder",
  tasks: "Tasks, their messages and approvals",
  checkpoints: "What tasks changed, and undoing it",
  configuration: "Settings, modes and other configuration",
  providers: "Providers, models and profiles",
  mcp: "MCP servers",
  usage: "Tokens and cost",
  evals: "Suites, runs and trials",
};

type Schema = Readonly<Record<string, unknown>>;

export interface Content {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
  /** Empty: no sign-in needed. */
  readonly security?: readonly [];
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
}

/** The parts of OpenAPI that we fill in. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: Readonly<Record<string, Schema>>;
}

/** The whole API as an OpenAPI 3.1 document, generated from the routes. */
export function openApiDocument(version: string): OpenApiDocument {
  const paths: Record<string, Readonly<Record<string, DescribedOperation>>> = { "/api/v1/session": sessionPath };
  for (const { resource, name, route } of operations) {
    const path = `/api/v1${route.path.replaceAll(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(resource, name, route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Roo Code", version, description: "Everything a client can do. See docs/api.md for a guide." },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: Object.entries(tagTexts).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: jsonSchema(apiErrorSchema, "output") },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: "roo_session",
          description: "The name ends in a hash of the home.",
        },
      },
    },
  };
}

function operation(resource: string, name: string, route: Route): DescribedOperation {
  const { summary, permission, status, errors, bytes } = route;
  const codes = [...commonErrors, ...errors];
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary,
    description: `Needs the permission \`${permission}\`. Error codes: ${codes.map((code) => `\`${code}\``).join(", ")}.`,
    parameters: [
      ...parameters(route.params, "path"),
      ...parameters(route.query, "query"),
      ...(route.method === "POST" && bytes === undefined ? [idempotencyKey] : []),
    ],
    requestBody: requestBodyOf(route),
    responses: {
      [status]: responseOf(route),
      default: content("application/json", { $ref: "#/components/schemas/Error" }, { description: "Error" }),
    },
  };
}

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: {
    type: "string",
    maxLength: 200,
    description: "Repeating a key returns the first response without running the request again.",
  },
};

function requestBodyOf({ body, bytes }: Route): Content | undefined {
  if (bytes === "body") return content("application/octet-stream", {}, { required: true });
  return body && content("application/json", jsonSchema(body, "input"), { required: true });
}

function responseOf({ bytes, isStream, output }: Route): Content {
  const description = "OK";
  if (bytes === "answer") return content("application/octet-stream", {}, { description });
  const type = isStream ? "text/event-stream" : "application/json";
  return content(type, jsonSchema(output, "output"), { description });
}

function content(type: string, schema: Schema, rest: Schema): Content {
  return { ...rest, content: { [type]: { schema } } };
}

function parameters(schema: z.ZodObject | undefined, location: "path" | "query"): Parameter[] {
  return Object.entries<z.ZodType>(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: location,
    required: location === "path" || !z.safeParse(field, undefined).success,
    schema: jsonSchema(field, "input"),
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });
  return rest;
}

const failed = {
  description: "Error",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};

const cookieSet = {
  headers: { "Set-Cookie": { schema: { type: "string" } } },
  content: { "application/json": { schema: { type: "object" } } },
};

/** Signing a browser in and out. Needs no principal, so it is not a regular operation. */
const sessionPath: Readonly<Record<"post" | "delete", DescribedOperation>> = {
  post: {
    operationId: "session.create",
    tags: ["server"],
    summary: "Sign this browser in",
    description:
      "Takes the server's token, or the code of an address printed by `roo open`, and sets a session cookie. Programs do not need it: they send the token with each request. Error codes: `unauthorized`, `forbidden`.",
    parameters: [],
    requestBody: {
      content: {
        "application/json": {
          schema: { type: "object", properties: { token: { type: "string", maxLength: 1000 } }, required: ["token"] },
        },
      },
    },
    responses: { 200: { ...cookieSet, description: "Signed in" }, default: failed },
    security: [],
  },
  delete: {
    operationId: "session.remove",
    tags: ["server"],
    summary: "Sign this browser out",
    description:
      "Expires the cookie of this browser only; `roo open --sign-out-all` signs all browsers out. Error codes: `forbidden`.",
    parameters: [],
    responses: { 200: { ...cookieSet, description: "Signed out" }, default: failed },
    security: [],
  },
};
