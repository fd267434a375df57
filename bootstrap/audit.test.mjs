import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { isNightly } from "@roo-code/testkit/nightly";
import { afterEach, beforeEach, expect, it } from "vitest";

/** A registry that gives this answer. */
let server;
let answer;
let registry;
beforeEach(async () => {
  server = createServer((request, response) => {
    request.resume();
    request.on("end", () =>
      response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body)),
    );
  });
  registry = `http://127.0.0.1:${await listenOnLoopback(server)}/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const none = { info: 0, low: 0, moderate: 0, high: 0, critical: 0 };
const bodyOf = (vulnerabilities, advisories = {}) => ({
  actions: [],
  muted: [],
  advisories,
  metadata: { vulnerabilities, dependencies: 1, devDependencies: 0, optionalDependencies: 0, totalDependencies: 1 },
});

it.runIf(isNightly)("passes without a known vulnerability (nightly)", async () => {
  answer = { status: 200, body: bodyOf(none) };
  expect(await audit()).toEqual({ code: 0, output: expect.stringContaining("No known vulnerabilities") });
});

it("fails for a high one", async () => {
  const advisory = {
    id: 1,
    title: "Bad thing",
    module_name: "zod",
    severity: "high",
    vulnerable_versions: "<99",
    patched_versions: ">=99",
    url: "https://example.com/1",
    findings: [{ version: "4.0.0", paths: ["zod"] }],
  };
  answer = { status: 200, body: bodyOf({ ...none, high: 1 }, { 1: advisory }) };
  expect(await audit()).toEqual({ code: 1, output: expect.stringContaining("Bad thing") });
});

it("says that a registry does not answer", async () => {
  answer = { status: 405, body: {} };
  expect(await audit()).toEqual({ code: 0, output: expect.stringContaining("not audited") });
});

it.runIf(isNightly)("fails on GitHub if its registry does not answer (nightly)", async () => {
  answer = { status: 405, body: {} };
  expect(await audit({ GITHUB_ACTIONS: "true" })).toEqual({ code: 1, output: expect.stringContaining("not audited") });
});

function audit(variables = {}) {
  const script = fileURLToPath(new URL("audit.mjs", import.meta.url));
  const { GITHUB_ACTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [script], { env: { ...env, npm_config_registry: registry, ...variables } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}
