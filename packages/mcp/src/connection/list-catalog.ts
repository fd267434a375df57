import { type Client, ProtocolError } from "@modelcontextprotocol/client";
import type { Catalog } from "../catalog/catalog.ts";
import { cleanCatalog } from "../catalog/clean-catalog.ts";

export interface ListOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Called for each list that failed. */
  readonly onProblem: (problem: string) => void;
}

/**
 * Everything a server offers, all pages. A list that fails counts as empty. Rejects when aborted, and when every list
 * fails: for a known server these are the first requests, so it may not be running at all.
 */
export async function listCatalog(client: Client, { signal, timeoutMs, onProblem }: ListOptions): Promise<Catalog> {
  const { tools, resources, prompts } = client.getServerCapabilities() ?? {};
  const options = { signal, timeout: timeoutMs, cacheMode: "refresh" } as const;
  const failures: unknown[] = [];
  let requested = 0;
  const list = async <Item>(
    isSupported: boolean,
    name: string,
    request: () => Promise<readonly Item[]>,
  ): Promise<readonly Item[]> => {
    if (!isSupported) return [];
    requested += 1;
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProtocolError)) failures.push(error);
      onProblem(`Listing its ${name} failed: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  };
  const [toolList, resourceList, templateList, promptList] = await Promise.all([
    list(tools !== undefined, "tools", async () => (await client.listTools(undefined, options)).tools),
    list(resources !== undefined, "resources", async () => (await client.listResources(undefined, options)).resources),
    list(
      resources !== undefined,
      "resource templates",
      async () => (await client.listResourceTemplates(undefined, options)).resourceTemplates,
    ),
    list(prompts !== undefined, "prompts", async () => (await client.listPrompts(undefined, options)).prompts),
  ]);
  if (requested > 0 && failures.length === requested) throw failures[0];
  return cleanCatalog({
    tools: toolList,
    resources: resourceList,
    templates: templateList,
    prompts: promptList,
    instructions: client.getInstructions(),
  });
}
