// Builds the workbench into a folder; called by the build of the CLI.
import { fileURLToPath } from "node:url";
import { build } from "vite";

export async function buildWeb(outDir) {
  await build({ root: fileURLToPath(new URL(".", import.meta.url)), build: { outDir }, logLevel: "warn" });
}
