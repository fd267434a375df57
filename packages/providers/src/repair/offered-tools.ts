import type { ToolDefinition } from "@roo-code/types";

/** Beyond this it is no name but something else in its place. */
const maxNameLength = 200;

/** The tools of a request, found by the names models write. */
export class OfferedTools {
  readonly #byName: ReadonlyMap<string, ToolDefinition>;
  /** Undefined where two tools differ only in case and separators. */
  readonly #bySound = new Map<string, ToolDefinition | undefined>();

  constructor(tools: readonly ToolDefinition[]) {
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
    for (const tool of this.#byName.values()) {
      const sound = soundOf(tool.name);
      this.#bySound.set(sound, this.#bySound.has(sound) ? undefined : tool);
    }
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  get(name: string): ToolDefinition | undefined {
    return this.#byName.get(name);
  }

  /** The tool that was meant: without a `functions.` before it, tokens or brackets after it, in another case. */
  find(written: string): ToolDefinition | undefined {
    if (written.length > maxNameLength) return undefined;
    const bare = stripped(written);
    return this.get(written) ?? this.get(bare) ?? this.#bySound.get(soundOf(bare));
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

function soundOf(name: string): string {
  return name.toLowerCase().replaceAll(/[_\-\s]/g, "");
}
