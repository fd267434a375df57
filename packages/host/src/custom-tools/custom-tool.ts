import { type ApprovalSubject, defineTool, type Tool, type ToolDefinition, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import type { CallContext } from "./process/protocol.ts";
import type { ToolProcess } from "./tool-process.ts";

export interface CustomToolParts {
  readonly file: string;
  /** How the file is named to the person who is asked. */
  readonly shownFile: string;
  readonly definition: ToolDefinition;
  readonly process: ToolProcess;
  /** Asked before each call: what was accepted may have changed since. */
  readonly isTrusted: () => boolean;
  readonly context: () => CallContext;
}

const longestDetail = 10_000;

/**
 * A file of the person's or the project's as a tool. It is code that can do all that a command can: it is in the group
 * of commands, so that no mode without them gains one, and needs the same leave.
 */
export function createCustomTool(parts: CustomToolParts): Tool {
  const { name, description, inputSchema } = parts.definition;
  return defineTool({
    name,
    kind: "action",
    group: "command",
    approval: "command",
    description,
    input: inputOf(inputSchema),
    subject: (input) => subjectOf(parts, input),
    async run(input, context) {
      if (!parts.isTrusted()) {
        throw new ToolFailure(
          "not_trusted",
          `${name} was not run: this folder's configuration has changed. The user must accept it (roo config trust).`,
        );
      }
      const { file, process } = parts;
      const { signal } = context;
      const report = (text: string): void => context.report(text);
      return { content: await process.call({ file, tool: name, input, context: parts.context(), signal, report }) };
    },
  });
}

function subjectOf({ definition, shownFile }: CustomToolParts, input: unknown): ApprovalSubject {
  const detail = JSON.stringify(input, null, 2);
  const more = detail.length - longestDetail;
  return {
    kind: "command",
    summary: `${definition.name} of ${shownFile}`,
    detail: more > 0 ? `${detail.slice(0, longestDetail)}\n(${more} characters more)` : detail,
  };
}

/** Wrong input is told to the model before a person is asked. What JSON Schema cannot say, the tool's own schema does. */
function inputOf(inputSchema: Record<string, unknown>): z.ZodType {
  try {
    return z.fromJSONSchema(inputSchema);
  } catch {
    return z.record(z.string(), z.unknown());
  }
}
