import type { Workspace } from "@roo-code/types";
import { decodeText } from "../text/text-encoding.ts";

const maxTexts = 32;
const maxLength = 256 * 1024;

/** By workspace, so that the texts of a task are freed with it. */
const textsOf = new WeakMap<Workspace, Map<string, string | Uint8Array>>();

/**
 * Remembers the content of file versions, to show later what changed since. Forgets the oldest. Bytes are decoded on
 * demand, which is rare.
 */
export function rememberText(workspace: Workspace, version: string, text: string | Uint8Array): void {
  if (text.length > maxLength) return;
  const texts = textsOf.get(workspace) ?? new Map<string, string | Uint8Array>();
  textsOf.set(workspace, texts);
  texts.delete(version);
  texts.set(version, text);
  for (const oldest of texts.keys()) {
    if (texts.size <= maxTexts) return;
    texts.delete(oldest);
  }
}

export function knownText(workspace: Workspace, version: string): string | undefined {
  const kept = textsOf.get(workspace)?.get(version);
  return kept instanceof Uint8Array ? decodeText(kept)?.text : kept;
}
