import type { Message } from "@roo-code/types";
import { readModel, readUser } from "./gemini-turns.ts";
import type { WireRequest } from "./served-format.ts";
import { type Fields, fieldsOf, listOf, refuseUnless } from "./strict-fields.ts";

const knownFields = new Set([
  "contents",
  "tools",
  "toolConfig",
  "safetySettings",
  "systemInstruction",
  "generationConfig",
  "cachedContent",
  "service_tier",
]);

/** A request as the vendor reads it. Throws where the vendor would answer 400. */
export function readGeminiRequest(request: { readonly path: string; readonly body: Fields }): WireRequest {
  const { body } = request;
  const model = readPath(request.path);
  for (const field of Object.keys(body)) refuseUnless(knownFields.has(field), `unknown name "${field}"`);
  checkUnicode(body);
  const { parts = [] } = fieldsOf(body.systemInstruction ?? {});
  const declarations = listOf(body.tools ?? []).flatMap((tool) => listOf(fieldsOf(tool).functionDeclarations));
  return {
    model,
    system: listOf(parts)
      .map((part) => String(fieldsOf(part).text))
      .join(""),
    messages: readContents(listOf(body.contents).map(fieldsOf), /gemini-[3-9]/.test(model)),
    tools: declarations.map(readDeclaration),
  };
}

function checkUnicode(body: Fields): void {
  JSON.stringify(body, (_, value: unknown) => {
    refuseUnless(typeof value !== "string" || value.isWellFormed(), "a text is not valid Unicode");
    return value;
  });
}

function readPath(path: string): string {
  const url = new URL(path, "http://server");
  const [, model = ""] = /\/models\/([^/:]+):streamGenerateContent$/.exec(url.pathname) ?? [];
  refuseUnless(model !== "", `unknown method: ${path}`);
  refuseUnless(url.searchParams.get("alt") === "sse", "alt=sse is required");
  return decodeURIComponent(model);
}

function readDeclaration(declaration: unknown): string {
  const { name, parameters, parametersJsonSchema: schema } = fieldsOf(declaration);
  checkName(name);
  refuseUnless(
    parameters === undefined || schema === undefined,
    "parameters and parametersJsonSchema exclude each other",
  );
  refuseUnless(schema === undefined || fieldsOf(schema).type === "object", "parameters must be an object");
  return String(name);
}

function readContents(contents: readonly Fields[], isGemini3: boolean): readonly Message[] {
  refuseUnless(contents.length > 0, "contents is not specified");
  refuseUnless(contents[0]?.role === "user", "the first content must have the role user");
  let open: readonly Fields[] = [];
  const messages = contents.flatMap(({ role, parts: sent }) => {
    const parts = listOf(sent).map(fieldsOf);
    refuseUnless(parts.length > 0, "contents.parts must not be empty");
    for (const part of parts) checkPart(part);
    const results = functionsIn(parts, "functionResponse");
    checkResults(open, results);
    open = functionsIn(parts, "functionCall");
    if (role === "model") return [readModel(parts, isGemini3)];
    refuseUnless(role === "user", `valid roles are user and model, not ${String(role)}`);
    refuseUnless(open.length === 0, "only the model may call functions");
    return readUser(parts, results);
  });
  refuseUnless(open.length === 0, "the conversation ends with calls");
  return messages;
}

function functionsIn(parts: readonly Fields[], kind: "functionCall" | "functionResponse"): readonly Fields[] {
  return parts.flatMap((part) => (part[kind] === undefined ? [] : [fieldsOf(part[kind])]));
}

const kinds = ["text", "inlineData", "functionCall", "functionResponse"] as const;
const functionName = /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/;

function checkName(name: unknown): void {
  refuseUnless(typeof name === "string" && functionName.test(name), `invalid function name: ${String(name)}`);
}

function checkPart(part: Fields): void {
  const [kind, ...more] = kinds.filter((candidate) => part[candidate] !== undefined);
  refuseUnless(kind !== undefined && more.length === 0, "a part must have exactly one kind of data");
  const { text, thoughtSignature: signature } = part;
  refuseUnless(text !== "" || signature !== undefined, "a text must not be empty");
  refuseUnless(signature === undefined || (typeof signature === "string" && signature !== ""), "invalid signature");
  if (kind === "functionCall" || kind === "functionResponse") checkName(fieldsOf(part[kind]).name);
  if (kind === "functionCall") fieldsOf(fieldsOf(part.functionCall).args ?? {});
  if (kind === "inlineData") checkData(fieldsOf(part.inlineData));
}

function checkData({ mimeType, data }: Fields): void {
  refuseUnless(typeof mimeType === "string" && mimeType.includes("/"), "unknown kind of data");
  refuseUnless(typeof data === "string" && data !== "", "data is empty");
}

/** Matched by order and name; ids, where both have them, must agree. */
function checkResults(calls: readonly Fields[], results: readonly Fields[]): void {
  refuseUnless(
    calls.length === results.length,
    "the number of function responses must equal the number of function calls of the turn before",
  );
  for (const [index, { id, name }] of calls.entries()) {
    const result = fieldsOf(results[index]);
    refuseUnless(name === result.name, `the response to ${String(name)} has another name`);
    refuseUnless(id === result.id, `the response to ${String(name)} has another id`);
    fieldsOf(result.response);
  }
}
