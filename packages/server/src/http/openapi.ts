import { apiErrorSchema, commonErrors, operations, type Route, type Routes } from "@roo-code/types/api";
import * as z from "zod";
import { sessionPath } from "./openapi-session.ts";

const tagTexts: Readonly<Record<keyof Routes, string>> = {
  server: "The server itself",
  workspaces: "Folders that tasks work in",
  backups: "Files of folders as they were",
  files: "Files of a folder",
  tasks: "Tasks, their messages and approvals",
  checkpoints: "What tasks changed, and taking it back",
  configuration: "Settings, modes and all that is configured",
  providers: "Models and ways to reach them",
  mcp: "MCP servers",
  usage: "What was used and spent",
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
  /** Empty: nobody need be signed in. */
  readonly security?: readonly [];
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
}

/** What we fill in of OpenAPI's. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: Readonly<Record<string, Schema>>;
}

/** The whole API as an OpenAPI 3.1 document, made from the routes. */
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
        cookie: { type: "apiKey", in: "cookie", name: "roo_token_3446", description: "The number is the port's." },
      },
    },
  };
}

function operation(resource: string, name: string, route: Route): DescribedOperation {
  const { summary, permission, status, errors, body, bytes } = route;
  const codes = [...commonErrors, ...errors];
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary,
    description: `Needs the permission \`${permission}\`. Codes of errors: ${codes.map((code) => `\`${code}\``).join(", ")}.`,
    parameters: [
      ...parameters(route.params, "path"),
      ...parameters(route.query, "query"),
      ...(route.method === "POST" && bytes === undefined ? [idempotencyKey] : []),
    ],
    ...(body && { requestBody: content("application/json", jsonSchema(body, "input"), { required: true }) }),
    ...(bytes === "body" && { requestBody: content("application/octet-stream", {}, { required: true }) }),
    responses: {
      [status]: answer(route),
      default: content("application/json", { $ref: "#/components/schemas/Error" }, { description: "It failed" }),
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
    description: "The same key again gets the first answer, and nothing is done twice.",
  },
};

function answer({ bytes, isStream, output }: Route): Content {
  const description = "Done";
  if (bytes === "answer") return content("application/octet-stream", {}, { description });
  const type = isStream ? "text/event-stream" : "application/json";
  return content(type, jsonSchema(output, "output"), { description });
}

function content(type: string, schema: Schema, rest: Schema): Content {
  return { ...rest, content: { [type]: { schema } } };
}

function parameters(schema: z.ZodObject | undefined, place: "path" | "query"): Parameter[] {
  return Object.entries<z.ZodType>(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || !z.safeParse(field, undefined).success,
    schema: jsonSchema(field, "input"),
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });
  return rest;
}
