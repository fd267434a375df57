import { sha256 } from "./canonical-json.ts";

const maxNameLength = 64;
const hashLength = 6;

export interface NamedTool {
  readonly server: string;
  readonly tool: string;
}

/**
 * Names for models, in Roo Code's form `mcp--server--tool`: at most 64 characters, and no two that a model could
 * confuse. The first of two keeps the plain name; the other gets a hash as a suffix.
 */
export function toolNames<Tool extends NamedTool>(tools: Iterable<Tool>): Map<string, Tool> {
  const names = new Map<string, Tool>();
  const taken = new Set<string>();
  for (const tool of tools) {
    const plain = plainName(tool);
    const name = taken.has(foldedName(plain)) ? hashedName(plain, tool) : plain;
    if (taken.has(foldedName(name))) continue;
    taken.add(foldedName(name));
    names.set(name, tool);
  }
  return names;
}

/** Without differences that models confuse: `-` and `_`, single and double, `getThing` and `get_thing`. */
export function foldedName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/[-_]+/g, "_")
    .toLowerCase();
}

function plainName({ server, tool }: NamedTool): string {
  return `mcp--${namePart(server)}--${namePart(tool)}`.slice(0, maxNameLength);
}

function hashedName(plain: string, { server, tool }: NamedTool): string {
  const hash = sha256(JSON.stringify([server, tool])).slice(0, hashLength);
  return `${plain.slice(0, maxNameLength - hashLength - 1)}_${hash}`;
}

function namePart(text: string): string {
  const part = text
    .replaceAll(/\s/g, "_")
    .replaceAll(/[^A-Za-z0-9_-]/g, "")
    .replaceAll(/-{2,}/g, "-");
  return /^[A-Za-z_]/.test(part) ? part : `_${part}`;
}
