import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createCodeIndex, type WorkspaceIndex } from "../packages/index/src/index.ts";
import { LocalWorkspace } from "../packages/workspace/src/index.ts";
import { measureRecall } from "./retrieval/measure-recall.ts";
import { repositories } from "./retrieval/repositories.ts";
import { sourceFile } from "./retrieval/source-file.ts";
import { median, ms, type Row } from "./table.ts";

const fileCount = 5000;
const edits = 5;

/** The code index: speed of building and updating, and recall of searches. */
export async function rows(): Promise<Row[]> {
  return [...(await speedRows()), ...(await recallRows())];
}

async function speedRows(): Promise<Row[]> {
  using folder = tempFolder();
  for (let index = 0; index < fileCount; index += 1) {
    const path = join(folder.path, "work", `part-${index % 100}`, `module-${index}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, sourceFile(index));
  }
  await using opened = openIndex(join(folder.path, "work"), join(folder.path, "home"));
  const { index } = opened;
  const [started, used] = [performance.now(), process.cpuUsage()];
  await index.build();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(used);
  const editTimes = await timeEdits(index, join(folder.path, "work"));
  const searchTimes = await timeSearches(index);
  const { chunks, bytes } = await index.status();
  const rate = fileCount / seconds;
  const size = `${chunks} chunks, ${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return [
    row(
      `index ${fileCount} files cold`,
      size,
      `${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of CPU`,
      `${rate.toFixed(0)} files/s`,
      "≥ 150 files/s",
      rate >= 150,
    ),
    row(
      "search after one edit",
      `${fileCount} files`,
      ms(median(editTimes)),
      ms(Math.max(...editTimes)),
      "≤ 1 s",
      Math.max(...editTimes) <= 1000,
    ),
    row(
      "search, nothing changed",
      `${fileCount} files`,
      ms(median(searchTimes)),
      ms(Math.max(...searchTimes)),
      "≤ 1 s",
      Math.max(...searchTimes) <= 1000,
    ),
  ];
}

async function timeEdits(index: WorkspaceIndex, folder: string): Promise<number[]> {
  const times: number[] = [];
  for (let edit = 0; edit < edits; edit += 1) {
    const word = `zebra${edit}crossing`;
    writeFileSync(
      join(folder, `part-${edit}`, `module-${edit}.ts`),
      `${sourceFile(edit)}\nexport const ${word} = ${edit};\n`,
    );
    const started = performance.now();
    const { hits } = await searchFor(index, word);
    times.push(hits[0]?.text.includes(word) ? performance.now() - started : Number.POSITIVE_INFINITY);
  }
  return times;
}

async function timeSearches(index: WorkspaceIndex): Promise<number[]> {
  const times: number[] = [];
  for (const query of ["parse the header of a request", "retry after a failure", "remove expired sessions"]) {
    const started = performance.now();
    await searchFor(index, query);
    times.push(performance.now() - started);
  }
  return times;
}

function searchFor(index: WorkspaceIndex, query: string) {
  return index.search({ query, limit: 10, signal: new AbortController().signal, report: () => undefined });
}

async function recallRows(): Promise<Row[]> {
  const measured: (Recall & { readonly isHeldOut: boolean })[] = [];
  const found: Row[] = [];
  for (const { name, folder, questions, isHeldOut } of repositories()) {
    using home = tempFolder();
    await using opened = openIndex(folder, home.path);
    await opened.index.build();
    const words = await measureRecall(opened.index, questions, "words");
    const vectors = await measureRecall(opened.index, questions, "vectors");
    const both = await measureRecall(opened.index, questions, "both");
    const recall = { words, vectors, both, questions: questions.length };
    measured.push({ ...recall, isHeldOut });
    found.push(recallRow(name, recall, "reported"));
  }
  const heldOut = sumOf(measured.filter(({ isHeldOut }) => isHeldOut));
  return [
    ...found,
    recallRow("held-out repositories", heldOut, "hybrid ≥ words"),
    recallRow("all", sumOf(measured), "hybrid ≥ words"),
  ];
}

function sumOf(parts: readonly Recall[]): Recall {
  const sum = (key: keyof Recall) => parts.reduce((total, part) => total + part[key], 0);
  return { words: sum("words"), vectors: sum("vectors"), both: sum("both"), questions: sum("questions") };
}

interface Recall {
  readonly words: number;
  readonly vectors: number;
  readonly both: number;
  readonly questions: number;
}

function recallRow(name: string, { words, vectors, both, questions }: Recall, target: string): Row {
  const share = (count: number) => (count / questions).toFixed(2);
  return row(
    `recall@5 of ${questions} questions, ${name}`,
    `words ${share(words)}, vectors ${share(vectors)}`,
    `hybrid ${share(both)}`,
    `${both - words >= 0 ? "+" : ""}${both - words}`,
    target,
    target === "reported" || both >= words,
  );
}

function openIndex(folder: string, home: string): { readonly index: WorkspaceIndex } & AsyncDisposable {
  const workspace = new LocalWorkspace({ root: folder });
  const index = createCodeIndex({ home, root: workspace.root, files: workspace.files });
  return {
    index,
    async [Symbol.asyncDispose]() {
      await index.close();
      await workspace.dispose();
    },
  };
}

function tempFolder(): { readonly path: string } & Disposable {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "roo-bench-index-")));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

function row(what: string, floor: string, ours: string, figure: string, target: string, isMet: boolean): Row {
  return { what, floor, ours, figure, target, isMet };
}
