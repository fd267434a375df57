import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { call, complete, createProject, rooProgram } from "./roo.ts";

/** Moves the cursor, changes the title, deletes a line, hides a link; also as 8-bit controls. */
const escapes = "\u001b[2J\u001b]0;owned\u0007 \u009b31m \u202egnp.exe \u007f";

it("shows, exports and resumes a task that a newer version wrote to", async () => {
  using here = createProject({ "a.txt": "one\n" });
  const { code } = await here.run(
    [call("write_to_file", { path: "a.txt", content: "two\n" }), complete("done")],
    "--auto-approve",
    "edit",
  );
  expect(code).toBe(0);
  const [taskId = ""] = here.taskIds();
  const log = join(here.home, "tasks", taskId, "events.jsonl");
  const events = here.events(taskId);
  const newer = { at: events[0]?.at, type: "hologram.added", seen: { by: "nobody" } };
  const all = [...events.slice(0, 4), newer, ...events.slice(4)].map((event, index) => ({ ...event, seq: index + 1 }));
  writeFileSync(log, all.map((event) => `${JSON.stringify(event)}\n`).join(""));
  for (const words of [
    ["tasks", "list"],
    ["tasks", "show", taskId],
    ["tasks", "search", "done"],
    ["export", taskId],
    ["export", taskId, "--format", "json"],
    ["export", taskId, "--format", "atif"],
    ["export", taskId, "--format", "roo", "--to", "out"],
    ["diff", taskId],
    ["checkpoints", taskId],
  ])
    expect([words, (await here.roo(words)).code]).toEqual([words, 0]);
  expect((await here.roo(["export", taskId])).stdout).toContain("is from a newer version and not shown");
  const exported = JSON.parse((await here.roo(["export", taskId, "--format", "json"])).stdout) as unknown[];
  expect(exported[4]).toEqual({ ...newer, seq: 5 });
  const script = here.script([complete("x"), complete("x"), complete("again")]);
  const resumed = await here.roo(["tasks", "resume", taskId, "--replay", script, "go on"]);
  expect([resumed.code, resumed.stderr]).toEqual([0, expect.anything()]);
});

it("escapes control characters of a task on a terminal, and keeps JSON exact", async () => {
  using here = createProject({ "a.txt": `${escapes}\n` });
  await here.run(
    [{ text: `look ${escapes}`, ...call("execute_command", { command: "cat a.txt" }) }, complete(`done ${escapes}`)],
    "--auto-approve",
    "command",
  );
  const [taskId = ""] = here.taskIds();
  const markdown = (await here.roo(["export", taskId])).stdout;
  expect(markdown).not.toMatch(unsafe);
  expect(markdown).toContain("\\u{1b}[2J");
  await here.roo(["export", taskId, "--format", "json", "--to", "out"]);
  const kept: unknown = JSON.parse(readFileSync(here.path("out/events.json"), "utf8"));
  expect(kept).toEqual(here.events(taskId));
  expect(readdirSync(here.path("out"))).toEqual(["events.json"]);
  for (const words of [
    ["export", taskId],
    ["export", taskId, "--format", "json"],
    ["export", taskId, "--format", "atif"],
    ["tasks", "show", taskId],
    ["tasks", "show", taskId, "--output", "json"],
    ["tasks", "list"],
    ["tasks", "list", "--output", "json"],
  ]) {
    const shown = atTerminal(words, here.folder, here.env);
    expect([words, unsafe.exec(shown)]).toEqual([words, null]);
  }
  const exact = JSON.parse(atTerminal(["export", taskId, "--format", "json"], here.folder, here.env)) as TaskEvent[];
  expect(exact).toEqual(here.events(taskId));
});

// oxlint-disable-next-line no-control-regex -- finding control characters is its purpose
const unsafe = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e]/;

/** Output on a terminal, without the carriage returns that terminals add. */
function atTerminal(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): string {
  const command = [rooProgram, ...words].map((word) => `'${word}'`).join(" ");
  const { stdout, status } = spawnSync("script", ["-qec", command, "/dev/null"], { cwd, env, encoding: "utf8" });
  expect(status).toBe(0);
  return stdout.replaceAll("\r\n", "\n");
}
