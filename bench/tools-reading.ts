import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOutline } from "../packages/index/src/syntax/outline.ts";
import { LocalWorkspace } from "../packages/workspace/src/local-workspace.ts";
import { findRipgrep } from "../packages/workspace/src/search/ripgrep.ts";
import { median, ms, type Row } from "./table.ts";

const signal = new AbortController().signal;
const rounds = 5;

/** Searching, listing and outlining generated files. */
export async function rows(): Promise<Row[]> {
  const base = mkdtempSync(join(tmpdir(), "roo-bench-reading-"));
  try {
    const [searched, listed] = [join(base, "searched"), join(base, "listed")];
    writeTree(searched, {
      folders: 500,
      files: 100,
      content: (index) => `${filler}${index % 2500 === 0 ? "needle\n" : ""}`,
    });
    writeTree(listed, { folders: 2000, files: 100, content: () => "" });
    return [await searchRow(searched), ...(await listRows(listed)), await outlineRow()];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

const filler = "a line without the search text\n".repeat(28);

interface Tree {
  readonly folders: number;
  readonly files: number;
  readonly content: (index: number) => string;
}

function writeTree(root: string, { folders, files, content }: Tree): void {
  for (let folder = 0; folder < folders; folder += 1) {
    const path = join(root, `part-${folder % 20}`, `folder-${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < files; file += 1)
      writeFileSync(join(path, `file-${file}.txt`), content(folder * files + file));
  }
}

async function searchRow(folder: string): Promise<Row> {
  const program = await findRipgrep(process.env.PATH);
  if (program === undefined) throw new Error("ripgrep is not installed");
  const { files } = new LocalWorkspace({ root: folder });
  const [bare, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const bareTime = await time(() => spawnSync(program, ["--line-number", "needle", "."], { cwd: folder }));
    const ourTime = await time(async () =>
      files.search({ path: ".", regex: "needle", contextLines: 1, limit: 300, signal }),
    );
    // The first round warms the disk cache for both.
    if (round === 0) continue;
    bare.push(bareTime);
    ours.push(ourTime);
  }
  const ratio = median(ours) / median(bare);
  return {
    what: "search_files in 50,000 files",
    floor: `${ms(median(bare))} (bare rg)`,
    ours: ms(median(ours)),
    figure: `${ratio.toFixed(2)} ×`,
    target: "≤ 1.3 ×",
    isMet: ratio <= 1.3,
  };
}

async function listRows(folder: string): Promise<Row[]> {
  const { files } = new LocalWorkspace({ root: folder });
  const first = await time(async () => files.list(".", { recursive: true, limit: 200, signal }));
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  let count = 0;
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(
      await time(async () => {
        count = (await files.list(".", { recursive: true, limit: 1_000_000, signal })).entries.length;
      }),
    );
  }
  clearInterval(sampler);
  const all = Math.min(...times);
  const megabytes = (Math.max(peak, process.memoryUsage().rss) - before) / 1e6;
  return [
    row(`list_files of ${count} entries, all (best of ${rounds})`, {
      ours: ms(all),
      target: "≤ 3 s",
      isMet: all <= 3000,
    }),
    row("  its memory", { ours: `${megabytes.toFixed(0)} MB more`, target: "≤ 200 MB", isMet: megabytes <= 200 }),
    row("  the first 200, the default limit", { ours: ms(first), target: "≤ 100 ms", isMet: first <= 100 }),
  ];
}

async function outlineRow(): Promise<Row> {
  const outline = createOutline();
  const count = 1000;
  const used = process.cpuUsage();
  const taken = await time(async () => {
    for (let index = 0; index < count; index += 1) {
      if (index % 2 === 0) await outline.outline(`file-${index}.ts`, typescriptFile(index));
      else await outline.outline(`file-${index}.py`, pythonFile(index));
    }
  });
  const { user, system } = process.cpuUsage(used);
  // By CPU time, which other load does not affect.
  const speed = count / ((user + system) / 1e6);
  return row("outlines of 1,000 files of 100 lines", {
    ours: ms(taken),
    figure: `${speed.toFixed(0)} files/s of CPU`,
    target: "≥ 200 files/s",
    isMet: speed >= 200,
  });
}

function typescriptFile(seed: number): string {
  const method = (name: string): string =>
    `  ${name}(value: number): string {\n    return \`\${value + ${seed}}\`;\n  }\n`;
  const type = (index: number): string =>
    `export class Type${index} {\n${["first", "second", "third"].map(method).join("\n")}}\n\nexport const value${index} = { a: [1, 2, 3], b: "text" };\n`;
  return Array.from({ length: 7 }, (_, index) => type(index)).join("\n");
}

function pythonFile(seed: number): string {
  const type = (index: number): string =>
    `class Type${index}:\n    """What it is."""\n\n    def first(self, value):\n        return [one + ${seed} for one in value]\n\n    def second(self):\n        if self.first(1):\n            return {"a": 1}\n        return None\n\n`;
  return Array.from({ length: 9 }, (_, index) => type(index)).join("\n");
}

function row(what: string, cells: { ours: string; figure?: string; target: string; isMet: boolean }): Row {
  return { what, floor: "", figure: cells.ours, ...cells };
}

async function time(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
