import { type Tool, type ToolCallPart, ToolFailure } from "@roo-code/types";
import type * as z from "zod";

export interface ParsedInput {
  readonly input: unknown;
  /** Said to the model along with the result. */
  readonly notes: readonly string[];
}

const maxProblemLength = 300;

/** The one place where what a model sent becomes typed input. Throws `ToolFailure` with what to mend. */
export function parseToolInput(tool: Tool, call: ToolCallPart): ParsedInput {
  refuseMalformed(call);
  if (typeof call.input !== "object" || call.input === null || Array.isArray(call.input)) {
    throw new ToolFailure("invalid_input", `The arguments of ${tool.name} must be a JSON object.`);
  }
  const given = withoutNulls(call.input);
  const parsed = tool.input.safeParse(given);
  if (parsed.success) return { input: parsed.data, notes: [] };
  const unknown = unknownKeys(parsed.error);
  if (unknown.size === 0) throw invalidInput(tool, parsed.error);
  const known = tool.input.safeParse(Object.fromEntries(Object.entries(given).filter(([key]) => !unknown.has(key))));
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
    const place = path.join(".").slice(0, maxProblemLength) || "input";
    return `- ${place}: ${message.slice(0, maxProblemLength)}`;
  });
  return new ToolFailure(
    "invalid_input",
    `The arguments of ${tool.name} are wrong, nothing was done:\n${problems.join("\n")}`,
  );
}

/** A set: hostile input may have a great many. */
function unknownKeys(error: z.ZodError): Set<string> {
  const keys = error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [],
  );
  return new Set(keys);
}

/** Models that must send every key send null for what they leave out. */
function withoutNulls(input: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}
