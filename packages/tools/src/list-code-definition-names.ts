import type { CodeDefinition, CodeOutline, ToolContext } from "@roo-code/types";
import { defineTool, ToolFailure } from "@roo-code/types";
import * as z from "zod";
import description from "./list-code-definition-names.md";
import { looseInput } from "./loose-input.ts";
import { showName } from "./text/show-name.ts";
import { decodeText } from "./text/text-encoding.ts";

const input = looseInput(
  { path: z.string().optional().describe("File or folder, relative to the workspace; default: its root") },
  { names: { file_path: "path", file: "path", directory: "path", folder: "path" } },
);

const maxFiles = 50;
const maxListed = 2000;
const maxFileBytes = 1024 * 1024;
const maxDefinitions = 500;
const maxCharacters = 60_000;

export const listCodeDefinitionNames = defineTool({
  name: "list_code_definition_names",
  kind: "read",
  group: "read",
  description,
  input,
  async run({ path = "." }, context) {
    const { outline } = context.ports;
    if (!outline) throw new ToolFailure("not_available", "Code outlines are not available. Use search_files.");
    const resolved = await context.workspace.files.resolve(path);
    const stat = await context.workspace.files.stat(resolved);
    if (!stat) throw new ToolFailure("not_found", `There is no file or folder "${path}".`);
    const content =
      stat.kind === "directory"
        ? await outlineFolder(resolved, outline, context)
        : await outlineFile(resolved, outline, context);
    return { content };
  },
});

async function outlineFile(path: string, outline: CodeOutline, context: ToolContext): Promise<string> {
  const outcome = await definitionsOf(path, outline, context);
  switch (outcome) {
    case "unknown":
      throw new ToolFailure(
        "unknown_language",
        `The language of "${path}" is not supported. Use read_file or search_files.`,
      );
    case "too-large":
      throw new ToolFailure("too_large", `"${path}" is larger than ${maxFileBytes} bytes. Use search_files.`);
    default:
      return outcome.length === 0 ? `# ${showName(path)}\n(No definitions.)` : showFile(path, outcome);
  }
}

async function outlineFolder(folder: string, outline: CodeOutline, context: ToolContext): Promise<string> {
  const { workspace, signal } = context;
  const { entries } = await workspace.files.list(folder, { recursive: false, limit: maxListed, signal });
  const files = entries.filter((entry) => !entry.endsWith("/"));
  const shown: string[] = [];
  let length = 0;
  for (const [index, path] of files.entries()) {
    signal.throwIfAborted();
    const outcome = await definitionsOf(path, outline, context).catch(skipUnreadable);
    if (typeof outcome === "string" || outcome.length === 0) continue;
    if (shown.length === maxFiles || length > maxCharacters) {
      shown.push(`(Truncated: ${files.length - index} more files. Pass the path of a file to see its definitions.)`);
      break;
    }
    const file = showFile(path, outcome);
    shown.push(file);
    length += file.length;
  }
  return shown.length === 0 ? "No file in this folder contains definitions." : shown.join("\n\n");
}

async function definitionsOf(
  path: string,
  outline: CodeOutline,
  { workspace }: ToolContext,
): Promise<readonly CodeDefinition[] | "unknown" | "too-large"> {
  const { bytes, size } = await workspace.files.read(path, { maxBytes: maxFileBytes });
  if (size > maxFileBytes) return "too-large";
  const decoded = decodeText(bytes);
  return (decoded && (await outline.outline(path, decoded.text))) ?? "unknown";
}

/** An unreadable file (dangling link, no permission) does not hide the others. */
function skipUnreadable(error: unknown): "unknown" {
  if (error instanceof ToolFailure) return "unknown";
  throw error;
}

function showFile(path: string, definitions: readonly CodeDefinition[]): string {
  const lines = definitions
    .slice(0, maxDefinitions)
    .map(({ line, endLine, depth, signature }) => `${line}--${endLine} | ${"  ".repeat(depth)}${signature}`);
  const rest = definitions.length - maxDefinitions;
  const notice = rest > 0 ? [`(Truncated: ${rest} more definitions. Find them with search_files.)`] : [];
  return [`# ${showName(path)}`, ...lines, ...notice].join("\n");
}
