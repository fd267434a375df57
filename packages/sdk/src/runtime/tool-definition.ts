import { RooError, type ToolDefinition } from "@roo-code/types";
import { isStandardSchema, type JsonSchema, type Schema, type StandardSchema } from "../schema.ts";
import type { Tool } from "../tool.ts";

/** A tool as the model sees it. Throws `RooError` `bad_schema`. */
export async function definitionOf(tool: Tool): Promise<ToolDefinition> {
  const { name, description, input = noInput } = tool;
  const inputSchema = tool.inputSchema ?? (await jsonSchemaOf(input, `The tool ${name}`));
  return { name, description: description.trim(), inputSchema: { ...inputSchema } };
}

const noInput: JsonSchema = { type: "object", properties: {} };

/** The JSON Schema of a schema's input. `owner` begins the error message. Throws `RooError` `bad_schema`. */
export async function jsonSchemaOf(schema: Schema, owner: string): Promise<JsonSchema> {
  if (typeof schema !== "object" || schema === null) throw badSchema(`${owner} has a schema that is not an object.`);
  if (!isStandardSchema(schema)) return schema;
  const { $schema: _, ...converted } = (await convert(schema)) ?? {};
  if (Object.keys(converted).length > 0) return converted;
  throw badSchema(`${owner} has a schema of ${schema["~standard"].vendor} that cannot be converted to JSON Schema.`);
}

/** Schemas that convert themselves (Standard JSON Schema) are converted by their own library. */
async function convert(schema: StandardSchema): Promise<JsonSchema | undefined> {
  try {
    const own = convertItself(schema);
    if (own) return own;
  } catch {
    // It has a type without a counterpart in JSON Schema, such as a date.
  }
  if (!("_zod" in schema)) return undefined;
  const { schemaOfZod } = await import("./zod-schemas.ts");
  return schemaOfZod(schema);
}

interface ConvertingSchema {
  readonly jsonSchema: { readonly input: (options: { readonly target: string }) => JsonSchema };
}

function convertItself(schema: StandardSchema): JsonSchema | undefined {
  const standard: StandardSchema["~standard"] & Partial<ConvertingSchema> = schema["~standard"];
  return standard.jsonSchema?.input({ target: "draft-2020-12" });
}

function badSchema(message: string): RooError {
  return new RooError({
    code: "bad_schema",
    message,
    next: "Use a zod 4 schema or a JSON Schema. A tool may have an inputSchema in addition to a schema of another library.",
  });
}
