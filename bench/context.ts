import { printTable } from "./table.ts";
import { loadTextFiles } from "./text-loader.ts";

/** Facts kept in long tasks, stability of request prefixes, and cost of measuring. */
export async function run(): Promise<void> {
  loadTextFiles();
  const [{ factRows }, { prefixRows }, { costRow }] = await Promise.all([
    import("./context-facts.ts"),
    import("./context-prefix.ts"),
    import("./context-cost.ts"),
  ]);
  printTable("context", [...(await factRows()), ...(await prefixRows()), await costRow()]);
}
