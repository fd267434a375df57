import type { Client } from "@modelcontextprotocol/client";
import type { Catalog } from "../catalog/catalog.ts";
import { cleanCatalog } from "../catalog/clean-catalog.ts";

export interface ListOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Told what could not be listed. */
  readonly onProblem: (problem: string) => void;
}

/** Everything a server offers, all pages of it. What it cannot list counts as nothing; rejects only when aborted. */
export async function listCatalog(client: Client, { signal, timeoutMs, onProblem }: ListOptions): Promise<Catalog> {
  const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
  const options = { signal, timeout: timeoutMs, cacheMode: "refresh" } as const;
  const list = async <Item>(
    is: unknown,
    what: string,
    ask: () => Promise<readonly Item[]>,
  ): Promise<readonly Item[]> => {
    if (!is) return [];
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      onProblem(`Its ${what} cannot be listed: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  };
  const [ofTools, ofResources, ofTemplates, ofPrompts] = await Promise.all([
    list(tools, "tools", async () => (await client.listTools(undefined, options)).tools),
    list(resources, "resources", async () => (await client.listResources(undefined, options)).resources),
    list(
      resources,
      "templates",
      async () => (await client.listResourceTemplates(undefined, options)).resourceTemplates,
    ),
    list(prompts, "prompts", async () => (await client.listPrompts(undefined, options)).prompts),
  ]);
  return cleanCatalog({
    tools: ofTools,
    resources: ofResources,
    templates: ofTemplates,
    prompts: ofPrompts,
    instructions: client.getInstructions(),
  });
}
