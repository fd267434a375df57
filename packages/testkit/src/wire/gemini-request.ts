import type { Message } from "@roo-code/types";
import { checkName, checkPart, checkResults } from "./gemini-checks.ts";
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

/** A request as the vendor would understand it. Throws where it would answer 400. */
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
    refuseUnless(typeof value !== "string" || value.isWellFormed(), "a text is no Unicode");
    return value;
  });
}

function readPath(path: string): string {
  const url = new URL(path, "http://server");
  const [, model = ""] = /\/models\/([^/:]+):streamGenerateContent$/.exec(url.pathname) ?? [];
  refuseUnless(model !== "", `there is no such method: ${path}`);
  refuseUnless(url.searchParams.get("alt") === "sse", "events are asked for with alt=sse");
  return decodeURIComponent(model);
}

function readDeclaration(declaration: unknown): string {
  const { name, parameters, parametersJsonSchema: schema } = fieldsOf(declaration);
  checkName(name);
  refuseUnless(parameters === undefined || schema === undefined, "there are two descriptions of the parameters");
  refuseUnless(schema === undefined || fieldsOf(schema).type === "object", "parameters must be an object");
  return String(name);
}

function readContents(contents: readonly Fields[], isGemini3: boolean): readonly Message[] {
  refuseUnless(contents.length > 0, "contents is not specified");
  refuseUnless(contents[0]?.role === "user", "a conversation begins with the user");
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
    refuseUnless(open.length === 0, "only the model calls functions");
    return readUser(parts, results);
  });
  refuseUnless(open.length === 0, "the conversation ends with calls");
  return messages;
}

function functionsIn(parts: readonly Fields[], kind: "functionCall" | "functionResponse"): readonly Fields[] {
  return parts.flatMap((part) => (part[kind] === undefined ? [] : [fieldsOf(part[kind])]));
}
