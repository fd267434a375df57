import { rmSync } from "node:fs";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { historyHome, reply, taskWith, toolResult } from "../../test/history-home.ts";
import { parseHistoryQuery } from "./history-query.ts";
import { scanTasks } from "./scan-tasks.ts";

/** Few, so that queries match; with characters at which words are split or normalized. */
const pieces = fc.constantFrom(
  ..."a b ab abc Ab_c x.y É e\u0301 ß ς Σ İ ① ½ ⑴ ﬁ 東京 東 カフェ ไทย 한국 node入門 💥 \u0000 \ud800 ' \" * - ( ) : ^ + AND OR NEAR".split(
    " ",
  ),
  "\n",
  "status:completed",
  "cwd:/",
  "since:1d",
);
const spoken = fc.array(pieces, { maxLength: 8 }).map((words) => words.join(" "));
const glued = fc.array(pieces, { minLength: 1, maxLength: 4 }).map((words) => words.join(""));
const query = fc.oneof(spoken, glued, fc.string({ unit: "binary", maxLength: 20 }));

it("finds the same by index and by reading every log, for any text and query", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(spoken, glued), { maxLength: 6 }), fc.array(query, { maxLength: 8 }), compare),
    { numRuns: 60 },
  );
});

it("never fails for a query, however odd", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const { terms } = parseHistoryQuery(text, { cwd: "/", now: 0 });
      expect(terms.every(({ words }) => words.length > 0 && words.every((word) => /^[^\s"*]+$/u.test(word)))).toBe(
        true,
      );
    }),
    { numRuns: 100 },
  );
});

async function compare(said: readonly string[], asked: readonly string[]): Promise<void> {
  const here = historyHome();
  for (const [index, text] of said.entries()) {
    here.write(`task-${index % 2}`, taskWith(text, reply(said.join("|")), toolResult(said.toReversed().join(" "))));
  }
  for (const text of asked) {
    const parsed = parseHistoryQuery(text, { cwd: "/", now: here.clock.now() });
    const hasWords = parsed.terms.length > 0;
    const scanned = await scanTasks(here.paths, { query: parsed, limit: 20 });
    expect(await here.search(text)).toEqual({ ...scanned, isIndexed: hasWords });
  }
  rmSync(here.home, { recursive: true, force: true });
}
