import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { until } from "@roo-code/testkit/until";
import { expect, it } from "vitest";
import { complete, createProject } from "./roo.ts";

const bubblewrap = "bwrap";
const hasBubblewrap = spawnSync(bubblewrap, ["--ro-bind", "/", "/", "true"]).status === 0;

it.skipIf(!hasBubblewrap)(
  "cleans up protected files after a kill at the next start, and says so (needs bwrap)",
  async () => {
    const body = "mkdir -p new .vscode; echo evil > new/.envrc; echo evil > .vscode/tasks.json; touch ready; sleep 100";
    using here = createProject({ "build.sh": body });
    const command = "sh build.sh";
    const script = here.script([{ toolCalls: [{ name: "execute_command", input: { command } }] }]);
    const started = here.start(["run", "--replay", script, "--auto-approve", "command", "go"]);
    await until(() => existsSync(here.path("ready")));
    expect(existsSync(here.path(".vscode/tasks.json"))).toBe(false);
    started.child.kill("SIGKILL");
    await started.ended;
    const { stderr } = await here.run([complete("done")]);
    expect(stderr).toContain("new/.envrc");
    expect([".vscode", ".roo", ".github", "new/.envrc"].filter((path) => existsSync(here.path(path)))).toEqual([]);
  },
);
