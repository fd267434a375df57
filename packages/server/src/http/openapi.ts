import { apiErrorSchema, commonErrors, operations, type Route, type Routes } from "@roo-code/types/api";
import * as z from "zod";

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

/** The whole API as an OpenAPI 3.1 document, made from the routes. */
export function openApiDocument(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
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
        cookie: { type: "apiKey", in: "cookie", name: "roo_token" },
      },
    },
  };
}

function operation(resource: string, name: string, route: Route): Record<string, unknown> {
  const { summary, permission, status, errors, body, bytes } = route;
  const codes = [...commonErrors, ...errors];
  return {
    operationId: `${resource}.${name}`,
    tags: [resource],
    summary,
    description: `Needs the permission \`${permission}\`. Codes of errors: ${codes.map((code) => `\`${code}\``).join(", ")}.`,
    parameters: [...parameters(route.params, "path"), ...parameters(route.query, "query")],
    ...(body && { requestBody: content("application/json", jsonSchema(body, "input"), { required: true }) }),
    ...(bytes === "body" && { requestBody: content("application/octet-stream", {}, { required: true }) }),
    responses: {
      [status]: answer(route),
      default: content("application/json", { $ref: "#/components/schemas/Error" }, { description: "It failed" }),
    },
  };
}

function answer({ bytes, isStream, output }: Route): Record<string, unknown> {
  const description = "Done";
  if (bytes === "answer") return content("application/octet-stream", {}, { description });
  const type = isStream ? "text/event-stream" : "application/json";
  return content(type, jsonSchema(output, "output"), { description });
}

function content(type: string, schema: unknown, rest: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, content: { [type]: { schema } } };
}

function parameters(schema: z.ZodObject | undefined, place: "path" | "query"): Record<string, unknown>[] {
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
