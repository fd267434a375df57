import { type Tool, type ToolCallPart, ToolFailure } from "@roo-code/types";
import type * as z from "zod";

interface ParsedInput {
  readonly input: unknown;
  /** Sent to the model with the result. */
  readonly notes: readonly string[];
}

const maxProblemLength = 300;

/** The only place where a model's arguments become typed input. Throws `ToolFailure` with what to correct. */
export function parseToolInput(tool: Tool, call: ToolCallPart): ParsedInput {
  refuseMalformed(call);
  if (typeof call.input !== "object" || call.input === null || Array.isArray(call.input)) {
    throw new ToolFailure("invalid_input", `The arguments of ${tool.name} must be a JSON object.`);
  }
  const args = withoutNulls(call.input);
  const parsed = tool.input.safeParse(args);
  if (parsed.success) return { input: parsed.data, notes: [] };
  const unknown = unknownKeys(parsed.error);
  if (unknown.size === 0) {
    // For some tools null is a value.
    const withNulls = tool.input.safeParse(call.input);
    if (withNulls.success) return { input: withNulls.data, notes: [] };
    throw invalidInput(tool, parsed.error);
  }
  const known = tool.input.safeParse(Object.fromEntries(Object.entries(args).filter(([key]) => !unknown.has(key))));
  if (!known.success) throw invalidInput(tool, known.error);
  return {
    input: known.data,
    notes: [`Ignored unknown parameters: ${[...unknown].slice(0, 10).join(", ").slice(0, 200)}.`],
  };
}

export function refuseMalformed({ name, malformed }: ToolCallPart): void {
  if (malformed === undefined) return;
  throw new ToolFailure(
    "malformed_input",
    `The arguments of ${name.slice(0, 80)} were not valid JSON and nothing was done. They began: ${JSON.stringify(malformed.slice(0, 200))}. Send the call again with complete JSON; if they were cut off, send less at once.`,
  );
}

function invalidInput(tool: Tool, error: z.ZodError): ToolFailure {
  const problems = error.issues.slice(0, 8).map(({ path, message }) => {
    const field = path.join(".").slice(0, maxProblemLength) || "input";
    return `- ${field}: ${message.slice(0, maxProblemLength)}`;
  });
  return new ToolFailure(
    "invalid_input",
    `The arguments of ${tool.name} are invalid, nothing was done:\n${problems.join("\n")}`,
  );
}

/** A set, because hostile input may have very many. */
function unknownKeys(error: z.ZodError): Set<string> {
  const keys = error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [],
  );
  return new Set(keys);
}

/** Some models send null for omitted parameters. */
function withoutNulls(input: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
