import { printTable } from "./table.ts";

const areas = ["edit", "reading", "commands", "browser", "index"] as const;

/** All areas, or only some: `pnpm bench tools edit index`. */
export async function run(names: readonly string[]): Promise<void> {
  const chosen = areas.filter((area) => names.length === 0 || names.includes(area));
  for (const area of chosen) {
    const { rows } = await import(`./tools-${area}.ts`);
    printTable(`tools: ${area}`, await rows());
  }
}
