import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Clock, SnapshotStore } from "../packages/types/src/index.ts";
import { openSnapshots } from "../packages/workspace/src/snapshots/open-snapshots.ts";
import { median, ms, printTable, type Row } from "./table.ts";

const folders = 1000;
const filesInFolder = 100;
const rounds = 7;
const watchedRounds = 60;

const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined),
};

/** Snapshots of 100,000 files next to bare git on the same files. */
export async function run(): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), "roo-bench-snapshots-"));
  const project: TestProject = { root: join(base, "tree"), home: join(base, "home"), bare: join(base, "bare") };
  try {
    writeTree(project.root);
    spawnSync("git", ["init", "-q", "--bare", project.bare]);
    const first = await firstRow(project);
    printTable("snapshots of 100,000 files", [
      first,
      ...(await laterRows(project)),
      await watchedRow(project),
      await diskRow(project),
      await restoreRow(project),
    ]);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

interface TestProject {
  readonly root: string;
  readonly home: string;
  readonly bare: string;
}

async function firstRow(project: TestProject): Promise<Row> {
  // Reads every file once, so that the disk cache is warm for both.
  spawnSync("grep", ["-rc", "no such text", "."], { cwd: project.root, stdio: "ignore" });
  const bare = await time(() => bareGit(project));
  const ours = await time(async () => withStore(project, { watch: false }, async (store) => store.take("first")));
  return ratioRow("the first", { bare, ours, max: 1.5 });
}

async function laterRows(project: TestProject): Promise<Row[]> {
  const [bare, second, later]: [number[], number[], number[]] = [[], [], []];
  // Recently changed folders are always read again, which would distort later snapshots.
  await setTimeout(3000);
  await withStore(project, { watch: false }, async (store) => {
    for (let round = 0; round <= rounds; round += 1) {
      change(project, round);
      const bareTime = await time(() => bareGit(project));
      const ours = await time(async () => store.take("later"));
      change(project, round);
      const next = await time(async () =>
        withStore(project, { watch: false }, async (fresh) => fresh.take("second task")),
      );
      if (round === 0) continue;
      bare.push(bareTime);
      later.push(ours);
      second.push(next);
    }
  });
  return [
    ratioRow("a later one, one file changed", { bare: median(bare), ours: median(later), max: 1.2 }),
    ratioRow("the first of a second task", { bare: median(bare), ours: median(second), max: 1.2 }),
  ];
}

async function watchedRow(project: TestProject): Promise<Row> {
  const times: number[] = [];
  await withStore(project, { watch: true }, async (store) => {
    await store.take("starts the watcher");
    for (let round = 0; round < watchedRounds; round += 1) {
      change(project, round);
      times.push(await time(async () => store.take("watched")));
    }
  });
  const p95 = times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  return {
    what: "with a watcher, one file changed",
    floor: "",
    ours: `${ms(median(times))} median`,
    figure: `${ms(p95)} p95`,
    target: "≤ 150 ms p95",
    isMet: p95 <= 150,
  };
}

async function diskRow(project: TestProject): Promise<Row> {
  const changedBytes = 300_000;
  const steps: number[] = [];
  await withStore(project, { watch: true }, async (store) => {
    await store.take("starts the watcher");
    for (let round = 0; round < 5; round += 1) {
      for (const name of ["one.bin", "two.bin", "three.bin"]) {
        writeFileSync(join(project.root, `part-${round}`, name), randomBytes(changedBytes / 3));
      }
      const before = await store.size();
      await store.take("step");
      steps.push((await store.size()) - before);
    }
  });
  const max = 1.2 * changedBytes + 64 * 1024;
  const worst = Math.max(...steps);
  return {
    what: "disk for a step of 300 kB that cannot be compressed",
    floor: "",
    ours: `${(worst / 1000).toFixed(0)} kB`,
    figure: `${(worst / changedBytes).toFixed(2)} ×`,
    target: "≤ 1.2 × + 64 KB",
    isMet: worst <= max,
  };
}

async function restoreRow(project: TestProject): Promise<Row> {
  let count = 0;
  const restored = await withStore(project, { watch: false }, async (store) => {
    const { id, files } = await store.take("whole");
    for (const name of readdirSync(project.root)) rmSync(join(project.root, name), { recursive: true });
    const milliseconds = await time(async () => store.restore(id));
    count = (await store.diff(id)).files.length;
    return `${(milliseconds / 1000).toFixed(1)} s for ${files}`;
  });
  return {
    what: "restore after rm -rf *",
    floor: "",
    ours: restored,
    figure: `${count} missing`,
    target: "0 missing",
    isMet: count === 0,
  };
}

function bareGit({ root, bare }: TestProject): void {
  const env = { ...process.env, GIT_DIR: bare, GIT_WORK_TREE: root };
  for (const args of [["add", "-A"], ["write-tree"]]) {
    const { status } = spawnSync("git", args, { cwd: root, env, stdio: "ignore" });
    if (status !== 0) throw new Error(`bare git ${args.join(" ")} failed`);
  }
}

async function withStore<Result>(
  project: TestProject,
  options: { watch: boolean },
  work: (store: SnapshotStore) => Promise<Result>,
): Promise<Result> {
  const store = await openSnapshots({ workspace: project.root, home: project.home, clock, ...options });
  try {
    return await work(store);
  } finally {
    await store.dispose();
  }
}

function change({ root }: TestProject, round: number): void {
  appendFileSync(join(root, `part-${round % 20}`, `folder-${round % 20}`, `file-${round}.ts`), "// changed\n");
}

function writeTree(root: string): void {
  for (let folder = 0; folder < folders; folder += 1) {
    const path = join(root, `part-${folder % 20}`, `folder-${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < filesInFolder; file += 1) {
      const line = `export const value${folder}x${file} = ${folder * file};\n`;
      writeFileSync(join(path, `file-${file}.ts`), line.repeat(20 + (file % 30)));
    }
  }
}

function ratioRow(what: string, figures: { bare: number; ours: number; max: number }): Row {
  const ratio = figures.ours / figures.bare;
  return {
    what,
    floor: `${ms(figures.bare)} (bare git)`,
    ours: ms(figures.ours),
    figure: `${ratio.toFixed(2)} ×`,
    target: `≤ ${figures.max} ×`,
    isMet: ratio <= figures.max,
  };
}

async function time(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
