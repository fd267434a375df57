import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ApprovalRule } from "@roo-code/types";
import { expect, it } from "vitest";
import { call, complete, createProject, type TestProject } from "./roo.ts";

function withRules(here: TestProject, ...rules: ApprovalRule[]): void {
  mkdirSync(here.home, { recursive: true });
  writeFileSync(join(here.home, "settings.json"), JSON.stringify({ approvals: rules }));
}

const list = call("execute_command", { command: "ls" });
const evil = "#!/bin/sh\ntouch planted\n";

/** The result of the first call of a task. */
async function cameTo(here: TestProject, sandbox: string): Promise<string> {
  const before = here.taskIds();
  await here.run([list, complete("done")], "--sandbox", sandbox);
  const [taskId = ""] = here.taskIds().filter((id) => !before.includes(id));
  return here.events(taskId).find((event) => event.type === "tool.end")?.content ?? "";
}

it.each(["auto", "off"])(
  "a program that a task put on the PATH is not covered by a rule for the system program, sandbox %s",
  async (sandbox) => {
    using here = createProject();
    here.env.PATH = `${here.path("bin")}:${here.env.PATH}`;
    withRules(here, { action: "allow", command: "ls" });
    const planting = [
      call("write_to_file", { path: "bin/ls", content: evil }),
      call("execute_command", { command: "chmod +x bin/ls" }),
      complete("done"),
    ];
    expect((await here.run(planting, "--auto-approve", "edit,command", "--sandbox", sandbox)).code).toBe(0);
    // Another task, for which only ls is allowed.
    const denied = await cameTo(here, sandbox);
    expect(denied).toContain("ls resolves to bin/ls, not to the system's program");
    expect(existsSync(here.path("planted"))).toBe(false);
    here.env.PATH = process.env.PATH;
    expect(await cameTo(here, sandbox)).toContain("bin");
  },
);

it("is allowed if a rule names the file", async () => {
  using here = createProject({ "bin/tool": "#!/bin/sh\necho it ran > ran\n" });
  chmodSync(here.path("bin/tool"), 0o755);
  here.env.PATH = `${here.path("bin")}:${here.env.PATH}`;
  withRules(here, { action: "allow", command: "bin/tool" });
  await here.run([call("execute_command", { command: "tool" }), complete("done")], "--sandbox", "off");
  expect(here.read("ran")).toBe("it ran\n");
});

it("reads nothing through a link out of the workspace, and writes no protected file through one", async () => {
  using here = createProject({ ".git/config": "" });
  withRules(here, { action: "allow", command: "@safe" }, { action: "allow", kind: "edit" });
  writeFileSync(join(here.folder, "..", "secret.txt"), "the secret\n");
  symlinkSync(join(here.folder, "..", "secret.txt"), here.path("link"));
  mkdirSync(here.path(".git/hooks"));
  symlinkSync(".git/hooks", here.path("hooks"));
  const steps = [
    call("execute_command", { command: "cat link" }),
    call("execute_command", { command: "cat l*" }),
    call("execute_command", { command: "ls > hooks/pre-commit" }),
    complete("done"),
  ];
  await here.run(steps, "--sandbox", "off");
  const [taskId = ""] = here.taskIds();
  expect(JSON.stringify(here.events(taskId))).not.toContain("the secret");
  expect(existsSync(here.path(".git/hooks/pre-commit"))).toBe(false);
});
