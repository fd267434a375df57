import type { SearchHalves, WorkspaceIndex } from "../../packages/index/src/index.ts";
import type { Question } from "./question.ts";

const places = 5;

/** Of how many questions one of the right files is among the first five. */
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
    const first = [...new Set(hits.map(({ path }) => path))].filter((path) => !isAboutQuestions(path)).slice(0, places);
    if (first.some((path) => files.includes(path))) found += 1;
  }
  return found;
}

/** The questions themselves are in this repository, and would answer each other. */
function isAboutQuestions(path: string): boolean {
  return path.startsWith("bench/retrieval/");
}
