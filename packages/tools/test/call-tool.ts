import type { TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { EditPlan, FileVersion, Tool, ToolContext, ToolOutput, ToolPorts } from "@roo-code/types";

/** What a task would remember between the calls of one test. */
export class ToolCaller {
  readonly reports: string[] = [];
  readonly #temp: TempWorkspace;
  readonly #seen = new Map<string, string | null>();

  readonly #ports: ToolPorts;

  constructor(temp: TempWorkspace, ports: ToolPorts = {}) {
    this.#temp = temp;
    this.#ports = ports;
  }

  get context(): ToolContext {
    return {
      workspace: this.#temp.workspace,
      signal: new AbortController().signal,
      ports: this.#ports,
      report: (text) => this.reports.push(text),
      seenVersion: (path) => this.#seen.get(path),
    };
  }

  /** Validates and runs a call as the engine does, approvals aside. */
  async call(tool: Tool, input: unknown): Promise<ToolOutput> {
    if (tool.kind === "edit") return this.#edit(await this.plan(tool, input));
    const output = await tool.run(tool.input.parse(input), this.context);
    this.#remember(output.seen ?? []);
    return output;
  }

  async plan(tool: Tool, input: unknown): Promise<EditPlan> {
    if (tool.kind !== "edit") throw new Error(`${tool.name} does not edit`);
    return tool.plan(tool.input.parse(input), this.context);
  }

  async #edit({ changes, output }: EditPlan): Promise<ToolOutput> {
    const { files } = this.#temp.workspace;
    await files.apply(changes);
    this.#remember(changes.map(({ path, content }) => ({ path, version: content && files.versionOf(content) })));
    return output;
  }

  #remember(versions: readonly FileVersion[]): void {
    for (const { path, version } of versions) this.#seen.set(path, version);
  }
}
