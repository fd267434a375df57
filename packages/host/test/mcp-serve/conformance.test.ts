import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { authorizingProxy } from "../../../mcp/test/conformance/authorizing-proxy.ts";
import { passedByServer } from "../../../mcp/test/conformance/run-suite.ts";
import { complete, serveModes, token } from "./serve-modes.ts";

const folder = mkdtempSync(join(tmpdir(), "roo-conformance-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The scenarios that need no special tool, resource or prompt. The others run in the mcp package. */
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

it("passes the official conformance suite", { timeout: 600_000 }, async () => {
  const { url } = await serveModes([complete("ok")]);
  const passed = await passedByServer(await authorizingProxy(url, token), folder);
  expect(scenarios.filter((name) => !passed.has(name))).toEqual([]);
});
