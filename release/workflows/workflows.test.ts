import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { nodeVersion } from "../platform/platforms.ts";
import { root } from "../workspace.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly steps: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly strategy?: { readonly matrix: { readonly os?: readonly string[] } };
  readonly "runs-on": string;
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Jobs that may do more than read the repository. */
const granted = {
  "codeql.yml/analyze": { contents: "read", "security-events": "write" },
  "release.yml/publish": { contents: "write", "id-token": "write", attestations: "write" },
};

const hasActionlint = spawnSync("actionlint", ["-version"]).status === 0;
const folder = join(root, ".github/workflows");
const names = readdirSync(folder);
const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

it("check, test, analyse, release", () => {
  expect(names.sort()).toEqual(["check.yml", "codeql.yml", "nightly.yml", "release.yml", "test.yml"]);
});

describe.each(names)("%s", (name) => {
  const workflow = load(textOf(name)) as Workflow;
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);

  it.skipIf(!hasActionlint)("is what GitHub accepts (needs actionlint 1.7.12)", () => {
    const { status, stdout } = spawnSync("actionlint", [join(folder, name)], { cwd: root, encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  });

  it("may only read the repository, unless a job is granted more here", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    for (const [id, { permissions }] of jobs)
      expect({ [id]: permissions }).toEqual({ [id]: (granted as Record<string, object>)[`${name}/${id}`] });
  });

  it("is not started by what gives strangers a token", () => {
    expect(Object.keys(workflow.on)).not.toEqual(expect.arrayContaining(["pull_request_target"]));
    expect(Object.keys(workflow.on)).not.toEqual(expect.arrayContaining(["workflow_run", "issue_comment"]));
  });

  it("uses actions by commit, with the version for people", () => {
    const uses = textOf(name).match(/^\s*(?:- )?uses: .*$/gm) ?? [];
    expect(uses).toHaveLength(steps.filter((step) => step.uses !== undefined).length);
    for (const line of uses) expect(line).toMatch(/uses: (actions|github)\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("runs only commands of this project, with nothing interpolated", () => {
    for (const { run } of steps) {
      if (run === undefined) continue;
      const [, script = ""] = /^npm (?:run )?([\w:]+)(?: -- [\w -]+)?$/.exec(run) ?? [];
      expect({ run, script: scripts[script] }).toEqual({
        run,
        script: expect.stringMatching(/^node (bootstrap|release)\//),
      });
    }
  });

  it("keeps no token in the checkout, and gives one only to the step that needs it", () => {
    for (const step of steps.filter(({ uses }) => uses?.startsWith("actions/checkout@")))
      expect(step.with).toMatchObject({ "persist-credentials": false });
    const withToken = steps.filter(({ env }) => env !== undefined).map(({ run, env }) => ({ run, env }));
    const publish = { run: "npm run release:publish -- --confirm", env: { GH_TOKEN: "${{ github.token }}" } };
    expect(withToken).toEqual(name === "release.yml" ? [publish] : []);
    expect(textOf(name)).not.toMatch(/secrets\.\w/);
  });

  it("ends, and runs on a fixed image with the Node of the toolchain", () => {
    expect(workflow.concurrency).toBeDefined();
    for (const [, job] of jobs) {
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
      expect([job["runs-on"], ...(job.strategy?.matrix.os ?? [])].join()).not.toContain("latest");
    }
    for (const step of steps.filter(({ uses }) => uses?.startsWith("actions/setup-node@")))
      expect([nodeVersion, "${{ matrix.node }}"]).toContain(step.with?.["node-version"]);
  });
});

it("dependencies of npm and actions are kept up to date", () => {
  const { updates } = load(readFileSync(join(root, ".github/dependabot.yml"), "utf8")) as {
    updates: { "package-ecosystem": string }[];
  };
  expect(updates.map((each) => each["package-ecosystem"])).toEqual(["npm", "github-actions"]);
});
