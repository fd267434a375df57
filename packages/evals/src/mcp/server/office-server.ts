import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { firstOffice, type Office, officeSchema } from "../office/office.ts";
import { type OfficeTool, officeTools } from "../office/office-tools.ts";
import { decoyTools } from "./decoy-tools.ts";

export interface OfficeServerOptions {
  /** The office, as JSON; begun anew where there is none. */
  readonly state: string;
  /** Every call fails the first time. */
  readonly isFlaky?: boolean;
  /** Among so many tools; the others do nothing. */
  readonly tools?: number;
}

/** A server whose tools change the office in a file. */
export function officeServer({ state, isFlaky = false, tools = officeTools.length }: OfficeServerOptions): McpServer {
  const server = new McpServer({ name: "office", version: "1.0.0" });
  const tried = new Set<string>();
  for (const tool of officeTools) {
    server.registerTool(tool.name, { description: tool.description, inputSchema: tool.input }, (input) => {
      const key = JSON.stringify([tool.name, input]);
      if (isFlaky && !tried.has(key)) {
        tried.add(key);
        return failure("the office did not answer, try again");
      }
      return answer(tool, input, state);
    });
  }
  for (const { name, description } of decoyTools(tools - officeTools.length))
    server.registerTool(name, { description, inputSchema: z.object({ subject: z.string() }) }, () =>
      failure("there is nothing to do here"),
    );
  return server;
}

function answer(tool: OfficeTool, input: Readonly<Record<string, unknown>>, state: string) {
  const office = readOffice(state);
  try {
    const text = tool.run(office, input);
    writeFileSync(state, `${JSON.stringify(office, null, 2)}\n`);
    return { content: [{ type: "text" as const, text }] };
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  }
}

function failure(text: string) {
  return { content: [{ type: "text" as const, text }], isError: true };
}

function readOffice(state: string): Office {
  return existsSync(state) ? officeSchema.parse(JSON.parse(readFileSync(state, "utf8"))) : structuredClone(firstOffice);
}
