import type { ImagePart } from "@roo-code/types";
import { type Fields, fieldsOf, listOf, refuseUnless } from "./strict-fields.ts";

export function textField(value: unknown, name: string): string {
  if (typeof value !== "string") throw new Error(`${name}: must be a string`);
  refuseUnless(value.isWellFormed(), `${name}: a lone surrogate is not valid Unicode`);
  return value;
}

/** Throws for fields that the vendor does not support. */
export function refuseUnknown(fields: Fields, known: readonly string[]): void {
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  refuseUnless(unknown.length === 0, `Unknown parameter: '${unknown.join("', '")}'.`);
}

/** The names of the tools, each of which must be complete. */
export function toolNames(tools: unknown, functionOf: (tool: Fields) => Fields): string[] {
  if (tools === undefined) return [];
  refuseUnless(listOf(tools).length > 0, "tools: must not be empty");
  return listOf(tools).map((sent) => {
    const tool = fieldsOf(sent);
    refuseUnless(tool.type === "function", "tools: only functions are supported");
    const { name, description, parameters } = functionOf(tool);
    textField(description, "description");
    fieldsOf(parameters);
    return functionName(name);
  });
}

export function functionName(name: unknown): string {
  const text = textField(name, "name");
  refuseUnless(/^[A-Za-z0-9_-]{1,64}$/.test(text), `Invalid name: '${text}'.`);
  return text;
}

/** Arguments are an object in JSON. */
export function argumentsOf(text: unknown): Fields {
  return fieldsOf(JSON.parse(textField(text, "arguments")));
}

export function callId(id: unknown, maxLength: number): string {
  const text = textField(id, "id");
  refuseUnless(text.length >= 1 && text.length <= maxLength, `Invalid id: at most ${maxLength} characters.`);
  return text;
}

export function dataUrlImage(url: unknown): ImagePart {
  const [, mediaType, data] = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/=]+)$/.exec(textField(url, "url")) ?? [];
  if (!mediaType || !data) throw new Error("Invalid image: must be a data URL");
  return { type: "image", mediaType, data };
}
