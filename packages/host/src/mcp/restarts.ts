import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRestarts } from "./mcp-hubs.ts";
import { restartsFile } from "./server-files.ts";

const rememberedMs = 24 * 3_600_000;

/** Has every process that uses this home start a server anew: they watch the file. */
export function askForRestart(name: string, { home, now }: { home: string; now: number }): void {
  const file = join(home, restartsFile);
  const recent = Object.entries(readRestarts(home)).filter(([, at]) => now - at < rememberedMs);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}.tmp`;
  writeFileSync(fresh, `${JSON.stringify(Object.fromEntries([...recent, [name, now]]))}\n`, { mode: 0o600 });
  renameSync(fresh, file);
}
