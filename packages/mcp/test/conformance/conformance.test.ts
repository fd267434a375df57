import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { skippedScenarios } from "./skipped-scenarios.ts";

const run = promisify(execFile);
const suite = join(
  dirname(fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/package.json"))),
  "dist",
  "index.js",
);
const folder = mkdtempSync(join(tmpdir(), "roo-conformance-"));
const client = join(folder, "client.mjs");
const { stdout: listed } = await run(process.execPath, [suite, "list", "--client"]);
const scenarios = [...listed.matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name);

beforeAll(async () => {
  // One file starts in a quarter of the time that seventy take, and it is started forty times.
  await build({
    entryPoints: [fileURLToPath(new URL("client.ts", import.meta.url))],
    outfile: client,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("skips only what the suite has", () => {
  expect(scenarios.length).toBeGreaterThan(40);
  expect(Object.keys(skippedScenarios).filter((name) => !scenarios.includes(name))).toEqual([]);
});

describe.concurrent("the official conformance suite", () => {
  it.for(scenarios.filter((name) => !Object.hasOwn(skippedScenarios, name)))(
    "%s",
    { timeout: 600_000 },
    async (name) => {
      const command = `${process.execPath} ${client}`;
      const args = [suite, "client", "--command", command, "--scenario", name, "--timeout", "120000"];
      const { stderr } = await inTurn(() =>
        run(process.execPath, args, { cwd: folder }).catch((error: { stderr: string }) => error),
      );
      expect(stderr).toContain("OVERALL: PASSED");
      expect(stderr).toMatch(/, 0 failed/);
    },
  );
});

const waiting: (() => void)[] = [];
let running = 0;

/** Two at a time: each is two processes, and more of them only wait for each other. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= 2) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
