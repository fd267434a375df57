import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { authorizingProxy } from "../../../mcp/test/conformance/authorizing-proxy.ts";
import { runScenario } from "../../../mcp/test/conformance/run-suite.ts";
import { complete, servedPlace, token } from "./served-place.ts";

const folder = mkdtempSync(join(tmpdir(), "roo-conformance-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Those that want no tool, resource or prompt of their own; with them the suite runs where the door is. */
const scenarios = [
  "server-initialize",
  "server-session-lifecycle",
  "ping",
  "tools-list",
  "server-sse-multiple-streams",
  "resources-list",
  "resources-subscribe",
  "resources-unsubscribe",
  "sep-2164-resource-not-found",
  "prompts-list",
  "dns-rebinding-protection",
  "caching",
  "http-header-validation",
  "input-required-result-unsupported-methods",
];

describe.concurrent("the official conformance suite against roo mcp serve", () => {
  it.for(scenarios)("%s", { timeout: 600_000 }, async (name) => {
    const url = await authorizingProxy((await servedPlace([complete("ok")])).url, token);
    const said = await runScenario(["server", "--url", url, "--scenario", name], folder);
    expect(said).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
  });
});
