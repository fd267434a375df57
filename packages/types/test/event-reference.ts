import * as z from "zod";
import { taskEventSchema } from "../src/event.ts";

/** `docs/reference/events.md`, from the schemas. */
export function eventReference(): string {
  const sections = taskEventSchema.options.map((option) => section(z.toJSONSchema(option)));
  return `${intro}\n${sections.join("\n")}`;
}

const intro = `# Events

A task is a log of these events, one JSON object a line, in \`$ROO_HOME/tasks/<taskId>/events.jsonl\`; \`roo run --output ndjson\` prints the same lines.
Every event has \`seq\` (from 1, without gaps), \`at\` (ISO 8601) and \`type\`. Readers ignore types and fields they do not know.
Between events, \`ndjson\` also prints live deltas (\`"live": true\`): \`text.delta\`, \`reasoning.delta\`, \`call.start\`, \`call.delta\`, \`output.delta\`; they are never in the log.
The last line of \`ndjson\` is \`{"type":"result", …}\`, the object that \`--output json\` prints.

This page is generated from \`packages/types/src/event.ts\`; after a change run \`vitest run packages/types -u\`.
`;

type Schema = z.core.JSONSchema.JSONSchema;

function section(schema: Schema): string {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => !["seq", "at", "type"].includes(name));
  const required = new Set(schema.required ?? []);
  const rows = fields.map(
    ([name, field]) => `| \`${name}\`${required.has(name) ? "" : "?"} | ${typeOf(field)} | ${descriptionOf(field)} |`,
  );
  const table = rows.length > 0 ? `\n| field | type | |\n| --- | --- | --- |\n${rows.join("\n")}\n` : "";
  return `## ${constantOf(schema.properties?.type)}\n${schema.description}\n${table}`;
}

function typeOf(field: Schema | boolean): string {
  if (typeof field === "boolean") return "anything";
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``;
  if (field.enum) return field.enum.map((value) => `\`${String(value)}\``).join(", ");
  const choices = field.anyOf ?? field.oneOf;
  if (choices) return choices.map(typeOf).join(" or ");
  if (field.type === "array")
    return `list of ${typeof field.items === "object" && !Array.isArray(field.items) ? typeOf(field.items) : "anything"}`;
  if (field.type === "object") return objectOf(field);
  return field.type === undefined ? "anything" : String(field.type);
}

function objectOf(field: Schema): string {
  const names = Object.keys(field.properties ?? {});
  return names.length === 0 ? "object" : `{ ${names.join(", ")} }`;
}

function descriptionOf(field: Schema | boolean): string {
  return typeof field === "boolean" ? "" : (field.description ?? "");
}

function constantOf(field: Schema | boolean | undefined): string {
  return typeof field === "object" ? String(field.const) : "";
}
