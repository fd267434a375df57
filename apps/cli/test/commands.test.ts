import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { complete, createProject, rooProgram, startProgram } from "./roo.ts";

/** The commit is unknown if the build is not of a checkout. */
const versionLine = new RegExp(
  String.raw`^${manifest.version.replaceAll(".", String.raw`\.`)} \(([0-9a-f]{10}(-dirty)? \d{4}-\d\d-\d\d|commit unknown)\)\n$`,
);

it("prints its version and its commands", async () => {
  using here = createProject();
  const printed = await here.roo(["--version"]);
  expect(printed).toEqual({ code: 0, stdout: expect.stringMatching(versionLine), stderr: "" });
  expect((await here.roo(["--help"])).stdout).toMatch(
    /roo run[\s\S]*roo demo[\s\S]*roo tasks[\s\S]*roo serve[\s\S]*roo doctor/,
  );
  expect((await here.roo(["run", "--help"])).stdout).toContain("--auto-approve");
});

it("runs the demo without a key, and says that the model is scripted", async () => {
  using here = createProject();
  const { code, stdout, stderr } = await here.roo(["demo"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/scripted[\s\S]*apply_diff/);
  expect(stdout).toContain("all three tests pass");
  expect(stderr).toContain("completed · verified");
  const [taskId = ""] = here.taskIds();
  const testRuns = here
    .events(taskId)
    .flatMap((event) =>
      event.type === "tool.end" && event.name === "execute_command" ? [/fail (\d)/.exec(event.content)?.[1]] : [],
    );
  expect(testRuns).toEqual(["1", "0"]);
});

it("runs the demo with a Node that is not on the PATH", async () => {
  using here = createProject();
  const script = join(dirname(rooProgram), "../apps/cli/dist/roo.js");
  const folders = (process.env.PATH ?? "").split(":");
  mkdirSync(here.path("bin"));
  for (const name of ["git", "mkfifo"]) {
    const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
    symlinkSync(found ?? "", here.path(`bin/${name}`));
  }
  const env = { ...here.env, PATH: here.path("bin") };
  const { code, stderr } = await startProgram(process.execPath, [script, "demo"], { cwd: here.folder, env }).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("completed · verified") });
});

it("reports that the demo failed if its tests could not run", async () => {
  using here = createProject({ "bin/node": "#!/bin/sh\necho no such library >&2\nexit 127\n" });
  chmodSync(here.path("bin/node"), 0o755);
  const { code, stdout, stderr } = await here.roo(["demo"], { env: { PATH: `${here.path("bin")}:/usr/bin:/bin` } });
  expect(code).toBe(1);
  expect(stdout).toContain("I could not run the tests here, so I changed nothing.");
  expect(stdout).not.toContain("pass");
  expect(stderr).toMatch(/exit code 127[\s\S]*The demo did not succeed/);
});

it("reports what is installed and what is missing", async () => {
  using here = createProject();
  const { code, stdout } = await here.roo(["doctor", "--output", "json"]);
  expect(code).toBe(0);
  const findings = JSON.parse(stdout) as { name: string; status: string }[];
  expect(Object.fromEntries(findings.map(({ name, status }) => [name, status]))).toMatchObject({
    Node: "ok",
    "state folder": "ok",
    ripgrep: "ok",
    models: "missing",
  });
  expect((await here.roo(["doctor"], { env: { OPENAI_API_KEY: "canary-key" } })).stdout).toMatch(
    /✓ models +keys found for openai/,
  );
});

it("reports why a profile in use does not work, and what to do about the folder's configuration", async () => {
  using here = createProject({ ".roo/mcp.json": '{ "mcpServers": { "files": { "command": "files" } } }' });
  await here.roo(["profiles", "add", "main", "--provider", "anthropic", "--api-key", "${env:NOT_SET}"]);
  await here.roo(["profiles", "use", "main"]);
  const { code, stdout } = await here.roo(["doctor"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ models +profile main: .*NOT_SET.*not set/);
  expect(stdout).toMatch(/– configuration .*server files is not used[\s\S]*roo config trust/);
  const repaired = await here.roo(["doctor"], { env: { NOT_SET: "sk-fake-key" } });
  expect(repaired.stdout).toMatch(/✓ keys +0 stored in[\s\S]*✓ models +profile main \(anthropic\)/);
});

it("can be packed and run on its own", () => {
  const folder = mkdtempSync(join(tmpdir(), "roo-pack-"));
  const cli = join(dirname(rooProgram), "..", "apps", "cli");
  try {
    const packed = spawnSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: cli, encoding: "utf8" });
    expect(packed.status).toBe(0);
    spawnSync("tar", ["-xzf", packed.stdout.trim().split("\n").at(-1) ?? ""], { cwd: folder });
    expect(existsSync(join(folder, "package", "dist", "roo.js"))).toBe(true);
    const version = spawnSync(process.execPath, [join(folder, "package", "dist", "roo.js"), "--version"], {
      encoding: "utf8",
    });
    expect(version.stdout).toMatch(versionLine);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it("prints no colors without a terminal, also in CI", async () => {
  using here = createProject();
  const env = { NO_COLOR: undefined };
  const script = here.script([complete("done")]);
  const { stdout, stderr } = await here.roo(["run", "--replay", script, "do it"], { env });
  const doctor = await here.roo(["doctor"], { env });
  expect(stderr).toContain("completed");
  expect(stdout + stderr + doctor.stdout).not.toContain("\u001b");
});

it("treats an empty ROO_HOME as unset", async () => {
  using here = createProject();
  await here.roo(["config", "set", "maxTurns", "5"], {
    env: { ROO_HOME: "", HOME: here.folder, NODE_COMPILE_CACHE: undefined },
  });
  expect(readdirSync(here.path(".roo"))).toContain("settings.json");
});

it("restricts its state folder to its owner, from the first command that writes there on", async () => {
  using here = createProject();
  await here.roo(["config", "set", "maxTurns", "5"]);
  expect(statSync(here.home).mode & 0o777).toBe(0o700);
});
