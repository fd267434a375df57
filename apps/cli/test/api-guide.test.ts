import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { call, complete, createProject, startProgram } from "./roo.ts";

const guide = readFileSync(new URL("../../../docs/api.md", import.meta.url), "utf8");
const examples = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, code = ""]) => code);

const missing = ["curl", "jq"].filter((program) => spawnSync(program, ["--version"]).status !== 0);

it.skipIf(missing.length > 0)(
  `runs every example of the API guide (${missing.length > 0 ? `needs ${missing.join(" and ")}` : "curl and jq are there"})`,
  async () => {
    using here = createProject();
    const replayFile = here.script([
      call("write_to_file", { path: "hello.txt", content: "hello\n" }),
      complete("It says hello."),
    ]);
    mkdirSync(here.home, { recursive: true });
    writeFileSync(join(here.home, "profiles.json"), JSON.stringify({ main: { apiProvider: "replay", replayFile } }));
    writeFileSync(join(here.home, "settings.json"), JSON.stringify({ profile: "main" }));
    const served = here.start(["serve", "--port", "0", "--output", "json"]);
    await served.prints(/\n/);
    const { token, port } = JSON.parse(served.stdout()) as { token: string; port: number };
    const env = { ...here.env, ROO_URL: `http://127.0.0.1:${port}`, ROO_TOKEN: token };

    const shell = examples("sh").join("\n");
    const ran = await startProgram("bash", ["--norc", "-euo", "pipefail", "-c", shell], { cwd: here.folder, env })
      .ended;
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain("It says hello.\nhello\n");
    expect(ran.stdout).toContain("roo-mini");
    expect(ran.stdout).toMatch(/"passed": 1,\s+"graded": 1/);

    rmSync(here.path("hello.txt"));
    // Beside our own packages, so that it finds them.
    const file = fileURLToPath(new URL(`api-guide-example-${process.pid}.ts`, import.meta.url));
    writeFileSync(file, examples("ts").join("\n"));
    const typed = await startProgram(process.execPath, [file], { cwd: here.folder, env }).ended;
    rmSync(file);
    expect(typed).toMatchObject({ code: 0, stdout: "It says hello.\nhello\n\n" });
    served.child.kill("SIGTERM");
    expect((await served.ended).code).toBe(0);
  },
  240_000,
);
