import * as z from "zod";
import { settingsSchema } from "../src/settings/settings.ts";
import { markdownTable } from "./markdown-table.ts";

/** `docs/reference/settings.md`, from the schema. */
export function settingsReference(): string {
  const { properties = {} } = z.toJSONSchema(settingsSchema);
  const rows = Object.entries(properties).map(([key, field]) => [
    `\`${key}\``,
    typeOf(field),
    `\`${variableOf(key)}\``,
    descriptionOf(field),
  ]);
  return `${intro}\n${markdownTable([["key", "value", "variable", ""], ...rows])}\n`;
}

const intro = `# Settings

Keys of \`~/.roo/settings.json\` and of a project's \`.roo/settings.json\`, and the environment variable of each; [Configuration](../configuration.md) says which takes precedence.
In a variable, a list is separated by commas (\`ROO_AUTO_APPROVE=read,edit\`, or \`all\`), maps are written as pairs (\`ROO_MODE_PROFILES=code=main,ask=small\`), and \`true\`, \`1\`, \`yes\`, \`on\` are the same.

This page is generated from \`packages/types/src/settings/settings.ts\`; after a change run \`vitest run packages/types -u\`.
`;

type Schema = z.core.JSONSchema.JSONSchema;

function typeOf(field: Schema | boolean): string {
  if (typeof field === "boolean") return "anything";
  if (field.anyOf) return field.anyOf.map(typeOf).join(", or ");
  if (field.enum) return field.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (field.type === "array") return `list of ${typeOf(itemsOf(field))}`;
  if (field.type === "object") return `name → ${typeOf(field.additionalProperties ?? true)}`;
  if (field.type === "string") return "text";
  if (field.type === "boolean") return "true or false";
  const bound = field.exclusiveMinimum === undefined ? "" : ` above ${field.exclusiveMinimum}`;
  if (field.type === "integer") return `whole number${bound}`;
  return field.minimum === undefined ? `number${bound}` : `number from ${field.minimum} to ${String(field.maximum)}`;
}

function itemsOf({ items }: Schema): Schema | boolean {
  return items === undefined || Array.isArray(items) ? true : items;
}

function descriptionOf(field: Schema | boolean): string {
  return typeof field === "boolean" ? "" : (field.description ?? "");
}

function variableOf(key: string): string {
  return `ROO_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
