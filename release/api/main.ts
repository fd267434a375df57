import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packPackages } from "../pack/pack.ts";
import { root } from "../workspace.ts";
import { apiReports } from "./api-reports.ts";

/** `pnpm api:update`: writes the reports in `api/`. */
export async function main(): Promise<number> {
  const into = mkdtempSync(join(tmpdir(), "roo-api-"));
  try {
    mkdirSync(join(root, "api"), { recursive: true });
    for (const [name, report] of apiReports(await packPackages({ into })))
      writeFileSync(join(root, "api", name), report);
    return 0;
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}
