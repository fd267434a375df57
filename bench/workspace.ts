import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const roo = join(root, "bin", "roo");
/** A well-behaved MCP server. */
export const mcpServer = {
  command: process.execPath,
  args: [join(root, "packages", "mcp", "test", "fixtures", "hostile-server.mjs"), "none"],
};
export const floorAgent = join(root, "bench", "floor", "agent.mjs");

/** A folder with `count` files of 1 KB, and a home for roo. */
export function benchWorkspace(count: number): { folder: string; home: string; dispose: () => void } {
  const base = mkdtempSync(join(tmpdir(), "roo-bench-"));
  const [folder, home] = [mkdtempSync(join(base, "work-")), mkdtempSync(join(base, "home-"))];
  mkdirSync(temporaryFolder(home));
  for (let index = 0; index < count; index += 1)
    writeFileSync(join(folder, `file-${index}.txt`), `${`line of file ${index}\n`.repeat(60).slice(0, 1023)}\n`);
  return { folder, home, dispose: () => rmSync(base, { recursive: true, force: true }) };
}

/** A minimal environment with a home of `benchWorkspace`. */
export function benchEnvironment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home, ROO_HOME: home, TMPDIR: temporaryFolder(home), CI: "1" };
}

/** Not the common one, which may be full of what others left. */
function temporaryFolder(home: string): string {
  return join(dirname(home), "tmp");
}

export function rooRunArguments(url: string, folder: string, prompt: string): string[] {
  return [
    "run",
    "--provider",
    "openai-compatible",
    "--base-url",
    url,
    "--api-key",
    "not-a-real-key",
    "--model",
    "bench",
    "--cwd",
    folder,
    "--output",
    "json",
    prompt,
  ];
}
