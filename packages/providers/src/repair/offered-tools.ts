import type { ToolDefinition } from "@roo-code/types";

/** Anything longer is not a name. */
const maxNameLength = 200;

/** The tools of a request, found by names as models write them. */
export class OfferedTools {
  readonly #byName: ReadonlyMap<string, ToolDefinition>;
  /** undefined if two tools differ only in case and separators. */
  readonly #byLooseName = new Map<string, ToolDefinition | undefined>();

  constructor(tools: readonly ToolDefinition[]) {
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
    for (const tool of this.#byName.values()) {
      const loose = looseName(tool.name);
      this.#byLooseName.set(loose, this.#byLooseName.has(loose) ? undefined : tool);
    }
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  get(name: string): ToolDefinition | undefined {
    return this.#byName.get(name);
  }

  /** Ignores a prefix such as `functions.`, trailing tokens or brackets, and case. */
  find(written: string): ToolDefinition | undefined {
    if (written.length > maxNameLength) return undefined;
    const bare = stripped(written);
    return this.get(written) ?? this.get(bare) ?? this.#byLooseName.get(looseName(bare));
  }
}

function stripped(name: string): string {
  return name
    .replace(/<\|.*$/s, "")
    .replaceAll(/^[\s"'`]+|[\s"'`:]+$/g, "")
    .replace(/^(?:functions?|tools?|default_api|tool_calls?)[.:/]/, "")
    .replace(/(?::\d+|\(\s*\)|\[\])$/, "")
    .trim();
}

function looseName(name: string): string {
  return name.toLowerCase().replaceAll(/[_\-\s]/g, "");
}
