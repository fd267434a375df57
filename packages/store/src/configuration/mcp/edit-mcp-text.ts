import { editSettingsText } from "../../settings/edit-settings-text.ts";

/** A change to a server in a file; an undefined `value` removes it, or its key. */
export interface McpChange {
  readonly name: string;
  /** Absent: the whole server. */
  readonly key?: string;
  readonly value: unknown;
}

/** Changes servers in the text of a file. Everything else stays: other keys, comments, order, indentation. */
export async function editMcpText(text: string, changes: readonly McpChange[]): Promise<string> {
  const { applyEdits, findNodeAtLocation, modify, parseTree } = await import("jsonc-parser");
  let edited = text.trim() === "" ? '{\n  "mcpServers": {}\n}\n' : text;
  for (const { name, key, value } of changes) {
    if (value !== undefined) {
      const path = ["mcpServers", name, ...(key === undefined ? [] : [key])];
      edited = applyEdits(edited, modify(edited, path, value, { formattingOptions: formattingOf(edited) }));
      continue;
    }
    // jsonc-parser's own removal leaves commas and drops comments.
    const parent = key === undefined ? ["mcpServers"] : ["mcpServers", name];
    const tree = parseTree(edited, [], { allowTrailingComma: true });
    const node = tree && findNodeAtLocation(tree, parent);
    if (node?.type !== "object") continue;
    const end = node.offset + node.length;
    const inner = await editSettingsText(edited.slice(node.offset, end), [[key ?? name, undefined]]);
    edited = edited.slice(0, node.offset) + inner + edited.slice(end);
  }
  return edited;
}

/** The indentation of the file. */
function formattingOf(text: string) {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  const insertSpaces = !indent.startsWith("\t");
  return { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}
