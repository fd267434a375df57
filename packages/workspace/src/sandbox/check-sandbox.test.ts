import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hasBubblewrap } from "../../test/sandboxed.ts";
import { checkSandbox } from "./check-sandbox.ts";

it.skipIf(!hasBubblewrap)("tests that everything is enforced on this machine (needs bwrap)", async () => {
  const home = mkdtempSync(join(tmpdir(), "roo-home-"));
  try {
    const { enforcement, trials } = await checkSandbox(home);
    expect(enforcement).toMatchObject({ kind: "bubblewrap", files: true, network: true, processes: true });
    const failed = trials.filter(({ isEnforced }) => !isEnforced).map(({ what }) => what);
    expect(failed.filter((what) => enforcement.patterns || !what.includes("pattern"))).toEqual([]);
    expect(trials.length).toBeGreaterThan(8);
    expect(trials[0]?.how).toBe("tried to write a file next to it: refused");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
