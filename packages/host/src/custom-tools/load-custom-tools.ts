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
  /** The folders that may be used. */
  readonly folders: readonly ToolFolder[];
  /** Names that custom tools may not use. */
  readonly builtinNames: readonly string[];
  /** Checked before each call of a tool of the project. */
  readonly isTrusted: () => boolean;
  readonly context: () => CallContext;
}

export interface CustomTools {
  readonly entries: readonly ToolEntry[];
  readonly notices: readonly ConfigurationNotice[];
  readonly process: ToolProcess;
}

/** The tools of all folders; of two with the same name the project's is used. Never throws. */
export async function loadCustomTools(options: LoadToolsOptions): Promise<CustomTools> {
  const { home, folders, builtinNames } = options;
  const process = new ToolProcess({ ...options, readable: folders.map(({ path }) => path) });
  const notices: ConfigurationNotice[] = [];
  const report = (source: string, message: string): void =>
    void notices.push({ code: "invalid_value", source, message: `${source}: ${message}.` });
  const reserved = new Set(builtinNames.map(normalized));
  const byName = new Map<string, FoundTool>();
  for (const folder of folders) {
    if (folder.unused > 0) report(folder.path, `${folder.unused} of its files are not used: there are too many`);
    for (const { file, description } of await describeFolder(folder, { home, process })) {
      for (const problem of description.problems) report(file, problem);
      for (const definition of description.tools) {
        const { name } = definition;
        const other = byName.get(normalized(name));
        if (reserved.has(normalized(name)))
          report(file, `the tool ${name} is not used, because a built-in tool has that name`);
        else if (other?.folder === folder)
          report(file, `the tool ${name} is not used, because ${other.file} defines one with the same name`);
        else byName.set(normalized(name), { folder, file, definition });
      }
    }
  }
  await process.pause();
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

/** Equal for names that a model could confuse. */
function normalized(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();
}

interface CustomToolParts {
  readonly file: string;
  /** The name of the file in approval requests. */
  readonly shownFile: string;
  readonly definition: ToolDefinition;
  readonly process: ToolProcess;
  /** Checked before each call: a file may have changed since it was trusted. */
  readonly isTrusted: () => boolean;
  readonly context: () => CallContext;
}

const maxDetail = 10_000;

/**
 * A tool from a file of the user or the project. It is code that can do everything a command can, so it belongs to the
 * group of commands and requires the same approval.
 */
function createCustomTool(parts: CustomToolParts): Tool {
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
          `${name} was not run: the configuration of this folder has changed. The user must trust it again (roo config trust).`,
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
    detail: more > 0 ? `${detail.slice(0, maxDetail)}\n(${more} more characters)` : detail,
  };
}

/** Rejects invalid input before the user is asked for approval. The tool's own schema checks what JSON Schema cannot express. */
function inputOf(inputSchema: Record<string, unknown>): z.ZodType {
  try {
    return z.fromJSONSchema(inputSchema);
  } catch {
    return z.record(z.string(), z.unknown());
  }
}
