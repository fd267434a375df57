import { basename } from "node:path";
import {
  type ApprovalSubject,
  type ConfigurationNotice,
  defineTool,
  type Tool,
  type ToolDefinition,
  type ToolEntry,
  ToolFailure,
} from "@roo-code/types";
import * as z from "zod";
import { describeFolder } from "./describe-folder.ts";
import type { CallContext } from "./process/protocol.ts";
import type { ToolFolder } from "./tool-files.ts";
import { ToolProcess, type ToolProcessOptions } from "./tool-process.ts";

export interface LoadToolsOptions extends ToolProcessOptions {
  readonly home: string;
  /** Of folders that may be used. */
  readonly folders: readonly ToolFolder[];
  /** Names that are taken. */
  readonly builtinNames: readonly string[];
  /** Asked before each call of a tool of the project's. */
  readonly isTrusted: () => boolean;
  readonly context: () => CallContext;
}

export interface CustomTools {
  readonly entries: readonly ToolEntry[];
  readonly notices: readonly ConfigurationNotice[];
  readonly process: ToolProcess;
}

/** The tools of all folders; of two with one name the project's is used. Never throws. */
export async function loadCustomTools(options: LoadToolsOptions): Promise<CustomTools> {
  const { home, folders, builtinNames } = options;
  const process = new ToolProcess({ ...options, readable: folders.map(({ path }) => path) });
  const notices: ConfigurationNotice[] = [];
  const report = (source: string, message: string): void =>
    void notices.push({ code: "invalid_value", source, message: `${source}: ${message}.` });
  const taken = new Set(builtinNames.map(folded));
  const byName = new Map<string, FoundTool>();
  for (const folder of folders) {
    if (folder.left > 0) report(folder.path, `${folder.left} of its files are left out: there are too many`);
    for (const { file, description } of await describeFolder(folder, { home, process })) {
      for (const problem of description.problems) report(file, problem);
      for (const definition of description.tools) {
        const { name } = definition;
        const other = byName.get(folded(name));
        if (taken.has(folded(name))) report(file, `its tool ${name} is not used: a built-in tool is called so`);
        else if (other?.folder === folder) report(file, `its tool ${name} is not used: ${other.file} has one, too`);
        else byName.set(folded(name), { folder, file, definition });
      }
    }
  }
  await process.rest();
  return { entries: [...byName.values()].map((found) => entryOf(found, process, options)), notices, process };
}

interface FoundTool {
  readonly folder: ToolFolder;
  readonly file: string;
  readonly definition: ToolDefinition;
}

function entryOf({ folder, file, definition }: FoundTool, process: ToolProcess, options: LoadToolsOptions): ToolEntry {
  const isProject = folder.origin === "project";
  const parts = {
    file,
    definition,
    process,
    shownFile: isProject ? `.roo/tools/${basename(file)}` : file,
    isTrusted: isProject ? options.isTrusted : () => true,
    context: options.context,
  };
  return {
    name: definition.name,
    offer: { group: "command", definition },
    load: () => Promise.resolve(createCustomTool(parts)),
  };
}

/** Names that a model could take for one another. */
function folded(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

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

const maxDetail = 10_000;

/**
 * A file of the person's or the project's as a tool. It is code that can do all that a command can: it is in the group
 * of commands, so that no mode without commands gains one, and it needs the same approval.
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
  const more = detail.length - maxDetail;
  return {
    kind: "command",
    summary: `${definition.name} of ${shownFile}`,
    detail: more > 0 ? `${detail.slice(0, maxDetail)}\n(${more} characters more)` : detail,
  };
}

/** Rejects wrong input before a person is asked to approve. What JSON Schema cannot express, the tool's own schema checks. */
function inputOf(inputSchema: Record<string, unknown>): z.ZodType {
  try {
    return z.fromJSONSchema(inputSchema);
  } catch {
    return z.record(z.string(), z.unknown());
  }
}
