import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, describe, expect, it } from "vitest";
import { nullAgent } from "../agents/null-agent.ts";
import { createOracle } from "../agents/oracle-agent.ts";
import { loadSuite } from "../suites/load-suite.ts";
import { runTrial } from "../trial/run-trial.ts";
import type { OfficeServerKind } from "./office.ts";
import { initialOffice, officeSchema, officeServerKinds } from "./office.ts";
import { type OfficeCall, type OfficeIntent, officeIntents } from "./office-intents.ts";
import { applyCalls, officeTools } from "./office-tools.ts";
import { prepareMcpBenchmark } from "./prepare-benchmark.ts";
import { replayScript, type ScriptedModel, scriptedModels } from "./scripted-models.ts";

const folder = mkdtempSync(join(tmpdir(), "roo-office-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = [process.execPath, join(import.meta.dirname, "../../test/office-program.ts")] as const;

/** A client of a server of this kind, and the state of its office. */
async function connect(kind: OfficeServerKind) {
  const state = join(mkdtempSync(join(folder, "state-")), "office.json");
  const client = new Client({ name: "test", version: "1" });
  const [node, script] = program;
  let stop = () => {};
  if (kind === "http") {
    const child = spawn(node, [script, kind], { stdio: ["pipe", "pipe", "inherit"] });
    stop = () => void child.kill();
    const { value: url = "" } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    const headers = { "x-office-state": state };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  } else await client.connect(new StdioClientTransport({ command: node, args: [script, kind, state] }));
  return {
    client,
    office: () => officeSchema.parse(JSON.parse(readFileSync(state, "utf8"))),
    async [Symbol.asyncDispose]() {
      await client.close();
      stop();
    },
  };
}

/** The calls of a model's replay script. */
function callsOf(model: ScriptedModel, intent: OfficeIntent, server: OfficeServerKind = "http"): OfficeCall[] {
  const replies = replayScript(model, { intent, server }).trim().split("\n").slice(0, -1);
  return replies.map((line) => {
    const { tool_name: tool, arguments: input } = JSON.parse(line).toolCalls[0].input;
    return { tool, input };
  });
}

describe.each(officeServerKinds)("the server %s", (kind) => {
  it("offers the tools, which fulfil an intent", async () => {
    await using server = await connect(kind);
    const { tools } = await server.client.listTools();
    expect(tools).toHaveLength(kind === "huge" ? 500 : officeTools.length);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    const intent = officeIntents.find(({ id }) => id === "lunch-moves");
    const failures: boolean[] = [];
    for (const { tool, input } of intent ? callsOf("perfect", intent, kind) : []) {
      const { isError } = await server.client.callTool({ name: tool, arguments: input });
      failures.push(isError === true);
    }
    expect(failures).toEqual(
      kind === "flaky" ? [true, false, true, false, true, false, true, false] : [false, false, false, false],
    );
    expect(server.office()).toEqual(applyCalls(intent?.calls ?? []));
  });
});

it("has different intents that change something and use every tool", () => {
  expect(officeIntents.length).toBeGreaterThanOrEqual(20);
  expect(new Set(officeIntents.map(({ id }) => id)).size).toBe(officeIntents.length);
  const ends = officeIntents.map(({ calls }) => JSON.stringify(applyCalls(calls)));
  expect(ends).not.toContain(JSON.stringify(initialOffice));
  expect(new Set(ends).size).toBe(officeIntents.length);
  const used = new Set(officeIntents.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
  expect([...used].sort()).toEqual(officeTools.map(({ name }) => name).sort());
});

it("has models that behave as their names say", () => {
  for (const intent of officeIntents) {
    const expected = applyCalls(intent.calls);
    for (const model of scriptedModels) {
      const calls = callsOf(model, intent);
      const isReached = JSON.stringify(applyCalls(calls)) === JSON.stringify(expected);
      expect([intent.id, model, isReached]).toEqual([intent.id, model, model !== "gives-up"]);
    }
    const tools = intent.calls.map(({ tool }) => tool);
    expect(tools).not.toContain(callsOf("wrong-tool", intent)[0]?.tool);
    expect(callsOf("wasteful", intent)).toHaveLength(intent.calls.length + 2);
    const lines = replayScript("perfect", { intent, server: "flaky" }).trim().split("\n");
    expect(lines).toHaveLength(2 * intent.calls.length + 1);
  }
});

it("grades the final state of the office", async () => {
  const { suite } = prepareMcpBenchmark(folder);
  const { exercises, problems } = await loadSuite(suite);
  expect([exercises.length, problems]).toEqual([officeIntents.length, []]);
  const exercise = exercises.find(({ name }) => name === "restock-empty");
  if (!exercise) throw new Error("missing exercise");
  const verdicts = [];
  for (const [index, agent] of [nullAgent, createOracle({ exercises, home: folder })].entries()) {
    const trialFolder = join(folder, `trial-${index}`);
    const { verdict } = await runTrial({
      exercise,
      agent,
      tests: "hidden",
      limits: { seconds: 60 },
      artifacts: join(trialFolder, "artifacts"),
      scratch: join(trialFolder, "scratch"),
      home: join(folder, "home"),
      signal: new AbortController().signal,
      observe: () => {},
    });
    verdicts.push(verdict);
  }
  expect(verdicts).toEqual(["failed", "passed"]);
});
