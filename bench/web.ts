import { loadTextFiles } from "./text-loader.ts";

/** The workbench in a browser: bytes, a long task, typing while a reply streams, memory. `--minutes N` streams longer. */
export async function run(args: readonly string[] = []): Promise<void> {
  loadTextFiles();
  const { measureWeb } = await import("./web-page.ts");
  const at = args.indexOf("--minutes");
  await measureWeb({ minutes: at === -1 ? 1 : Number(args[at + 1]) });
}
