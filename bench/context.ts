import { loadMarkdownAsText } from "./markdown-loader.ts";
import { printTable } from "./table.ts";

/** What long tasks keep in mind, how stable their requests are, and what measuring them costs. */
export async function run(): Promise<void> {
  loadMarkdownAsText();
  const [{ factRows }, { prefixRows }, { costRow }] = await Promise.all([
    import("./context-facts.ts"),
    import("./context-prefix.ts"),
    import("./context-cost.ts"),
  ]);
  printTable("context", [...(await factRows()), ...(await prefixRows()), await costRow()]);
}
