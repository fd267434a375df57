import type { ImagePart } from "@roo-code/types";
import { type Fields, fieldsOf, listOf, refuseUnless } from "./strict-fields.ts";

export function textField(value: unknown, name: string): string {
  if (typeof value !== "string") throw new Error(`${name}: a string was expected`);
  refuseUnless(value.isWellFormed(), `${name}: half a surrogate pair is no Unicode`);
  return value;
}

/** Throws for a field the vendor does not know. */
export function refuseUnknown(fields: Fields, known: readonly string[]): void {
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  refuseUnless(unknown.length === 0, `Unknown parameter: '${unknown.join("', '")}'.`);
}

/** The names of the tools, each of which must be whole. */
export function toolNames(tools: unknown, functionOf: (tool: Fields) => Fields): string[] {
  if (tools === undefined) return [];
  refuseUnless(listOf(tools).length > 0, "tools: an empty list is refused");
  return listOf(tools).map((sent) => {
    const tool = fieldsOf(sent);
    refuseUnless(tool.type === "function", "tools: only functions are known");
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

/** Arguments are the text of an object. */
export function argumentsOf(text: unknown): Fields {
  return fieldsOf(JSON.parse(textField(text, "arguments")));
}

export function callId(id: unknown, longest: number): string {
  const text = textField(id, "id");
  refuseUnless(text.length >= 1 && text.length <= longest, `Invalid id: ${longest} characters at most.`);
  return text;
}

export function dataUrlImage(url: unknown): ImagePart {
  const [, mediaType, data] = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/=]+)$/.exec(textField(url, "url")) ?? [];
  if (!mediaType || !data) throw new Error("Invalid image: a data URL was expected");
  return { type: "image", mediaType, data };
}
