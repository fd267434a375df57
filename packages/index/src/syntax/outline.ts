import type { CodeDefinition, CodeOutline } from "@roo-code/types";
import { findDefinitions } from "./find-definitions.ts";

const maxSignatureLength = 200;

/** The definitions in source files of some thirty languages. Broken code gives what can be recognized. */
export function createOutline(): CodeOutline {
  return { outline };
}

async function outline(path: string, content: string): Promise<readonly CodeDefinition[] | undefined> {
  const definitions = await findDefinitions(path, content);
  if (!definitions) return undefined;
  const lines = content.split("\n");
  return definitions.map(({ kind, name, line, endLine, depth }) => {
    const signature = (lines[line - 1] ?? "").trim().slice(0, maxSignatureLength).toWellFormed();
    return { kind, name, line, endLine, depth, signature };
  });
}
