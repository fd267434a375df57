import { printTable } from "./table.ts";

const areas = ["edit", "reading", "commands", "browser", "index"] as const;

/** All areas, or those that are named: `pnpm bench tools edit index`. */
export async function run(named: readonly string[]): Promise<void> {
  const chosen = areas.filter((area) => named.length === 0 || named.includes(area));
  for (const area of chosen) {
    const { rows } = await import(`./tools-${area}.ts`);
    printTable(`tools: ${area}`, await rows());
  }
}
