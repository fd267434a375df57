import { definitionChanges, type ToolPins, type ToolUse } from "@roo-code/mcp";
import type { ApprovalRule, TaskEvent } from "@roo-code/types";

/**
 * Standing approval for tools of MCP servers. It is valid for the tool's definition at that time: when the definition
 * changes, the user is asked again and shown the difference.
 */
export class ToolGrants {
  readonly #pins: ToolPins;
  readonly #userRules: readonly ApprovalRule[];
  readonly #uses = new Map<string, ToolUse>();
  /** Call id → the definition shown in its approval request. */
  readonly #requested = new Map<string, string>();
  readonly #granted = new Map<string, ApprovalRule>();
  #rules: readonly ApprovalRule[] = [];

  constructor(pins: ToolPins, userRules: readonly ApprovalRule[]) {
    this.#pins = pins;
    this.#userRules = userRules;
  }

  /** Rules from servers' `alwaysAllow`, in addition to the user's. The same array until one of them changes. */
  get rules(): readonly ApprovalRule[] {
    return this.#rules;
  }

  /** Called before a tool is used. Returns how it changed since its standing approval. */
  async recordUse(use: ToolUse): Promise<string | undefined> {
    const { server, tool, origin, definition } = use;
    const name = `${server.name}/${tool.name}`;
    this.#uses.set(definition, use);
    const isAlways = isAlwaysAllowed(use) && !/[*?{}]/.test(name);
    // `alwaysAllow` approves the definition at the first use.
    if (isAlways && this.#pins.pinned(tool.name, origin) === undefined) this.#pins.pin(tool, origin, definition);
    const pinned = isAlways ? this.#pins.pinned(tool.name, origin) : undefined;
    this.#grant(name, pinned);
    const known = this.#userRules.flatMap(({ action, tool: allowed, definition: approved }) =>
      action === "allow" && allowed === name && approved !== undefined ? [approved] : [],
    );
    const before = [...known, ...(pinned === undefined ? [] : [pinned])];
    const last = before.at(-1);
    if (last === undefined || before.includes(definition)) return undefined;
    return definitionChanges(this.#pins.definition(last), tool);
  }

  /** Approving a call approves the tool's current definition. */
  observe(event: TaskEvent): void {
    if (event.type === "approval.requested" && event.subject.definition !== undefined) {
      this.#requested.set(event.callId, event.subject.definition);
    }
    if (event.type !== "approval.end" || event.decision !== "allow") return;
    const use = this.#uses.get(this.#requested.get(event.callId) ?? "");
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
