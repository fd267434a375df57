import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findContainerEngine } from "@roo-code/workspace/sandbox";
import { afterAll, describe, expect, it } from "vitest";
import { fakeRunner, jobFor } from "../../test/runner-jobs.ts";
import { containerCommand, isPodman, packJob } from "./container-command.ts";
import { containerExecutor } from "./container-executor.ts";

const folder = mkdtempSync(join(tmpdir(), "roo-containers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("mounts the files that a job names, and puts no secret on the command line", () => {
  using job = jobFor("works");
  writeFileSync(join(folder, "script.jsonl"), "");
  const settings = { apiProvider: "replay", replayFile: join(folder, "script.jsonl") };
  const packed = packJob({ ...job, suite: folder, settings, agent: `scripted:${join(folder, "script.jsonl")}` });
  expect(packed.job).toMatchObject({
    artifacts: "/artifacts",
    suite: expect.stringMatching(/^\/mounted\/1\/roo-containers-/),
    agent: "scripted:/mounted/2/script.jsonl",
    settings: { replayFile: "/mounted/3/script.jsonl" },
  });
  const environment = { OPENAI_API_KEY: "canary", DATABASE_URL: "canary", HOME: "/root", ROO_EVALS_API_KEY: "canary" };
  const args = containerCommand({
    ...packed,
    engine: { program: "/usr/bin/docker", options: ["--debug"], hasLimits: true },
    image: "image",
    environment,
    resources: { memoryBytes: 3 * 1024 ** 3, cpus: 2 },
    engineArguments: ["--network=none"],
    runner: ["roo", "evals", "runner"],
  });
  expect(args.join(" ")).not.toContain("canary");
  const rules = ["seccomp=unconfined", "systempaths=unconfined", "apparmor=unconfined"];
  const limits = "--memory=3221225472 --cpus=2 --pids-limit=2048 --env OPENAI_API_KEY --env ROO_EVALS_API_KEY";
  expect(args.filter((argument) => !argument.startsWith("--ulimit="))).toEqual([
    "--debug",
    "run",
    "--rm",
    "--interactive",
    `--name=roo-trial-${job.mark}`,
    ...limits.split(" "),
    `--volume=${job.artifacts}:/artifacts`,
    ...packed.mounts.slice(1).map(({ source, target }) => `--volume=${source}:${target}:ro`),
    ...rules.map((rule) => `--security-opt=${rule}`),
    ..."--network=none image roo evals runner".split(" "),
  ]);
});

const engine = await findContainerEngine();
/** Only podman can use the files of this machine instead of an image. */
const podman = engine && isPodman(engine) ? engine : undefined;

describe.skipIf(!podman)("a trial in a container (needs podman)", () => {
  const root = resolve(import.meta.dirname, "../../../..");
  const executor = () =>
    containerExecutor({
      image: "/:O",
      engineArguments: ["--network=none", `--volume=${root}:${root}:ro`, "--rootfs"],
      environment: process.env,
      runner: fakeRunner,
      resources: { memoryBytes: 512 * 1024 ** 2, cpus: 1 },
    });

  it("gets its job, reports, and leaves nothing behind", async () => {
    using job = jobFor("works");
    const report = await (await executor()).start(job, () => {}).end;
    expect(report).toMatchObject({ verdict: "passed", diff: "no database made-up" });
    expect(containersOf(job)).toBe("");
  });

  it("is ended with all its processes", async () => {
    using job = jobFor("hangs");
    const running = (await executor()).start(job, () => {});
    await expect.poll(() => containersOf(job)).not.toBe("");
    running.kill();
    expect((await running.end).error?.code).toBe("runner_died");
    expect(containersOf(job)).toBe("");
  });

  it("is an error when it exceeds its memory limit", async () => {
    using job = jobFor("eats");
    expect((await (await executor()).start(job, () => {}).end).verdict).toBe("error");
  });

  function containersOf({ mark }: { mark: string }): string {
    const args = [...(podman?.options ?? []), "ps", "--all", "--quiet", "--filter", `name=roo-trial-${mark}`];
    return spawnSync(podman?.program ?? "", args, { encoding: "utf8" }).stdout.trim();
  }
});
