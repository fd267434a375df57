// vitest's globalSetup: a home for the PostgreSQL that the test files of a run share. The first file that needs it starts it.
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { until } from "./until.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresHome: string;
  }
}

export default function setup({ provide }: TestProject) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "roo-database-")));
  provide("postgresHome", home);
  return async () => {
    await stopPostgres(join(home, "postgres", "data", "postmaster.pid"));
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  };
}

async function stopPostgres(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  // Immediate shutdown: its data is about to be deleted.
  process.kill(Number(readFileSync(pidFile, "utf8").split("\n")[0]), "SIGQUIT");
  await until(() => !existsSync(pidFile));
}
