import { applyBlocks } from "../packages/tools/src/edit/apply-blocks.ts";
import { parseDiffBlocks } from "../packages/tools/src/edit/diff-blocks.ts";
import { unifiedDiff } from "../packages/tools/src/edit/unified-diff.ts";
import { editCases } from "./edit-corpus/cases.ts";
import { CaseRunner, type Outcome } from "./edit-corpus/run-case.ts";
import { sources } from "./edit-corpus/sources.ts";
import { ms, type Row } from "./table.ts";

const casesPerKind = 12;
const minRight = 0.97;
const maxMs = 30;
const warmUps = 5;
const rounds = 15;

/** The share of model edits that are applied correctly, and the time of a large edit. */
export async function rows(): Promise<Row[]> {
  return [
    ...(await corpusRows()),
    speedRow("exact", (line) => line),
    speedRow("indentation lost", (line) => line.trim()),
  ];
}

async function corpusRows(): Promise<Row[]> {
  const cases = editCases(sources({ withRepository: true }), casesPerKind);
  const runner = new CaseRunner();
  const results: { mustApply: boolean; outcome: Outcome }[] = [];
  for (const editCase of cases) {
    const { outcome } = await runner.run(editCase);
    results.push({ mustApply: editCase.expected !== "refused", outcome });
  }
  await runner.dispose();
  const [applicable, others] = [
    results.filter(({ mustApply }) => mustApply),
    results.filter(({ mustApply }) => !mustApply),
  ];
  const wrong = results.filter(({ outcome }) => outcome === "wrong").length;
  return [
    shareRow("unambiguous edits, applied correctly", applicable, minRight),
    shareRow("ambiguous and stale edits, refused", others, 1),
    {
      what: "edits applied incorrectly",
      floor: "-",
      ours: `${wrong}`,
      figure: `${wrong}`,
      target: "0",
      isMet: wrong === 0,
    },
  ];
}

function shareRow(what: string, results: readonly { outcome: Outcome }[], min: number): Row {
  const right = results.filter(({ outcome }) => outcome === "right").length;
  const share = right / results.length;
  return {
    what,
    floor: `${results.length} cases`,
    ours: `${right}`,
    figure: `${(share * 100).toFixed(1)} %`,
    target: `>= ${min * 100} %`,
    isMet: results.length > 0 && share >= min,
  };
}

/** Twenty blocks of four lines in a file of 10,000 lines, including the diff shown for approval. */
function speedRow(how: string, send: (line: string) => string): Row {
  const lines = Array.from(
    { length: 10_000 },
    (_, index) => `${" ".repeat(2 * (index % 4))}const value${index} = f(${index});`,
  );
  const text = lines.map((line) => `${line}\n`).join("");
  const diff = Array.from({ length: 20 }, (_, block) => {
    const at = block * 480 + 4;
    const search = how === "exact" ? lines.slice(at, at + 4) : [send(lines[at + 1] ?? "")];
    const replace = [...search.slice(0, -1), `${search.at(-1)} // changed`];
    return ["<<<<<<< SEARCH", ...search, "=======", ...replace, ">>>>>>> REPLACE"].join("\n");
  }).join("\n");
  const times = Array.from({ length: warmUps + rounds }, () => {
    const started = performance.now();
    const applied = applyBlocks({ path: "a.ts", text, isRead: true }, parseDiffBlocks(diff));
    unifiedDiff("a.ts", text, applied.text);
    return performance.now() - started;
  });
  // The minimum: other load can only add to it.
  const time = Math.min(...times.slice(warmUps));
  return {
    what: `apply_diff, 20 blocks in 10,000 lines, ${how}`,
    floor: "-",
    ours: ms(time),
    figure: ms(time),
    target: `<= ${maxMs} ms`,
    isMet: time <= maxMs,
  };
}
