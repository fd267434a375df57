import { defineTool } from "@roo-code/types";
import * as z from "zod";
import description from "./attempt-completion.md";
import { isRecord, looseInput } from "./loose-input.ts";

/** A short schema for claims, since every request pays for it. A claim without text is its command or path. */
const claimSchema = z.object({
  claim: z.string().optional(),
  command: z.string().optional(),
  path: z.string().optional(),
});

const input = looseInput(
  { result: z.string(), evidence: z.array(claimSchema).optional() },
  {
    names: { summary: "result", message: "result", answer: "result", text: "result", claims: "evidence" },
    adapt: adaptEvidence,
  },
);

export const attemptCompletion = defineTool({
  name: "attempt_completion",
  kind: "flow",
  group: "modes",
  description,
  input,
  async run({ result, evidence = [] }) {
    const claims = evidence.map((item) => ({ ...item, claim: item.claim ?? item.command ?? item.path ?? "" }));
    return { content: "The task is complete.", control: { type: "complete", result, claims } };
  },
});

const commandKeys = ["command", "commands", "cmd"];
const pathKeys = ["path", "paths", "file", "files", "file_path"];
const claimKeys = ["claim", "description", "text", "what", "summary"];

/** Other forms of evidence: a single claim, plain text claims, several commands or files in one, JSON in a string. */
function adaptEvidence({ evidence, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const claims = listOf(evidence).flatMap(toClaims);
  return claims.length === 0 ? rest : { ...rest, evidence: claims };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") return [value];
  const parsed = parseJson(value.trim());
  return Array.isArray(parsed) || isRecord(parsed) ? [parsed].flat() : [value];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function toClaims(item: unknown): unknown[] {
  if (item === null || item === "") return [];
  if (typeof item === "string") return [{ claim: item }];
  if (!isRecord(item)) return [item];
  const commands = textsOf(item, commandKeys);
  const paths = textsOf(item, pathKeys);
  const claim = textsOf(item, claimKeys)[0];
  const pairs = Array.from({ length: Math.max(commands.length, paths.length, 1) }, (_, index) => ({
    command: commands[index],
    path: paths[index],
  }));
  if (claim === undefined && commands.length === 0 && paths.length === 0) return [];
  return pairs.map((pair) => ({ claim, ...pair }));
}

function textsOf(item: Record<string, unknown>, keys: readonly string[]): unknown[] {
  const value = keys.map((key) => item[key]).find((candidate) => candidate !== undefined && candidate !== null);
  return [value ?? []].flat().filter((text) => text !== "");
}
