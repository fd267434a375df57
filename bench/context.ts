import { printTable } from "./table.ts";
import { loadTextFiles } from "./text-loader.ts";

/** What long tasks keep in mind, how stable their requests are, and what measuring them costs. */
export async function run(): Promise<void> {
  loadTextFiles();
  const [{ factRows }, { prefixRows }, { costRow }] = await Promise.all([
    import("./context-facts.ts"),
    import("./context-prefix.ts"),
    import("./context-cost.ts"),
  ]);
  printTable("context", [...(await factRows()), ...(await prefixRows()), await costRow()]);
}
