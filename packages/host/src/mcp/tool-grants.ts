import { definitionChanges, type ToolPins, type ToolUse } from "@roo-code/mcp";
import type { ApprovalRule, TaskEvent } from "@roo-code/types";

/**
 * Standing approval for tools of MCP servers: a person approves a tool as it is described then. When its description
 * changes, they are asked again and shown the difference.
 */
export class ToolGrants {
  readonly #pins: ToolPins;
  readonly #given: readonly ApprovalRule[];
  readonly #uses = new Map<string, ToolUse>();
  readonly #asked = new Map<string, string>();
  readonly #granted = new Map<string, ApprovalRule>();
  #rules: readonly ApprovalRule[] = [];

  constructor(pins: ToolPins, given: readonly ApprovalRule[]) {
    this.#pins = pins;
    this.#given = given;
  }

  /** Rules from servers' `alwaysAllow`, beside the user's own. The same array until one of them changes. */
  get rules(): readonly ApprovalRule[] {
    return this.#rules;
  }

  /** Called before a tool is used: what has changed about it since its standing approval. */
  async note(use: ToolUse): Promise<string | undefined> {
    const { server, tool, origin, definition } = use;
    const name = `${server.name}/${tool.name}`;
    this.#uses.set(definition, use);
    const isAlways = isAlwaysAllowed(use) && !/[*?{}]/.test(name);
    // The definition at the first use is the one that was meant.
    if (isAlways && this.#pins.pinned(tool.name, origin) === undefined) this.#pins.pin(tool, origin, definition);
    const pinned = isAlways ? this.#pins.pinned(tool.name, origin) : undefined;
    this.#grant(name, pinned);
    const known = this.#given.flatMap(({ action, tool: about, definition: then }) =>
      action === "allow" && about === name && then !== undefined ? [then] : [],
    );
    const before = [...known, ...(pinned === undefined ? [] : [pinned])];
    const last = before.at(-1);
    if (last === undefined || before.includes(definition)) return undefined;
    return definitionChanges(this.#pins.definition(last), tool);
  }

  /** A person who approved a call has seen the tool's current definition. */
  observe(event: TaskEvent): void {
    if (event.type === "approval.requested" && event.subject.definition !== undefined) {
      this.#asked.set(event.callId, event.subject.definition);
    }
    if (event.type !== "approval.end" || event.decision !== "allow") return;
    const use = this.#uses.get(this.#asked.get(event.callId) ?? "");
    if (!use) return;
    const { tool, origin, definition } = use;
    if (isAlwaysAllowed(use)) this.#pins.pin(tool, origin, definition);
    else this.#pins.keep(definition, tool);
  }

  #grant(tool: string, definition: string | undefined): void {
    if (this.#granted.get(tool)?.definition === definition) return;
    if (definition === undefined) this.#granted.delete(tool);
    else this.#granted.set(tool, { action: "allow", kind: "mcp", tool, definition });
    this.#rules = [...this.#granted.values()];
  }
}

function isAlwaysAllowed({ server, tool }: ToolUse): boolean {
  const { alwaysAllow } = server.configured.configuration;
  return alwaysAllow.includes("*") || alwaysAllow.includes(tool.name);
}
