import type { SearchHalves, WorkspaceIndex } from "../../packages/index/src/index.ts";
import type { Question } from "./question.ts";

const topResults = 5;

/** The number of questions for which one of the right files is among the first five results. */
export async function measureRecall(
  index: WorkspaceIndex,
  questions: readonly Question[],
  by: SearchHalves,
): Promise<number> {
  let found = 0;
  for (const { ask, files } of questions) {
    const { hits } = await index.searchBy(by, {
      query: ask,
      limit: 60,
      signal: new AbortController().signal,
      report: () => undefined,
    });
    const first = [...new Set(hits.map(({ path }) => path))]
      .filter((path) => !isAboutQuestions(path))
      .slice(0, topResults);
    if (first.some((path) => files.includes(path))) found += 1;
  }
  return found;
}

/** The questions are in this repository as well and would be found themselves. */
function isAboutQuestions(path: string): boolean {
  return path.startsWith("bench/retrieval/");
}
