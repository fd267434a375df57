import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { HttpDoor } from "../../src/modes-server/http/http-door.ts";
import { authorizingProxy } from "./authorizing-proxy.ts";
import { passedByServer, scenariosFor } from "./run-suite.ts";
import { skippedServerScenarios } from "./skipped-server-scenarios.ts";
import { testServer } from "./test-server.ts";

const folder = mkdtempSync(join(tmpdir(), "roo-conformance-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const scenarios = await scenariosFor("server");

it("skips only existing scenarios", () => {
  expect(scenarios.length).toBeGreaterThan(60);
  expect(Object.keys(skippedServerScenarios).filter((name) => !scenarios.includes(name))).toEqual([]);
});

/** Behind the door of `roo mcp serve --http`: sessions, resumption, both revisions, checks. */
it("passes the official suite with a server that has everything it tests", { timeout: 600_000 }, async () => {
  const passed = await passedByServer(await authorizingProxy(await listening(), token), folder);
  const expected = scenarios.filter((name) => !Object.hasOwn(skippedServerScenarios, name));
  expect(expected.filter((name) => !passed.has(name))).toEqual([]);
});

const token = "not-a-secret-0123456789";

async function listening(): Promise<string> {
  const door = new HttpDoor(
    { connect: testServer, connectOnce: testServer },
    {
      address: "127.0.0.1",
      port: 0,
      token,
      hostNames: ["localhost", "127.0.0.1"],
      idleMs: 600_000,
      maxSessions: 100,
      onError: () => {},
    },
  );
  onTestFinished(() => door.close());
  return door.listen();
}
