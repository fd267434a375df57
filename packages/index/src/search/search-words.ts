import { below } from "../database/file-tables.ts";
import type { IndexDatabase } from "../database/index-database.ts";
import { questionWords } from "../words.ts";

/** Chunks by their words (BM25), best first. A definition's own name and the words of the path count more. */
export function searchWords(
  database: IndexDatabase,
  question: string,
  { limit, folder }: { limit: number; folder: string },
): number[] {
  const words = questionWords(question).slice(0, mostWords);
  if (words.length === 0) return [];
  // Quoted, nothing in a word is an operator.
  const match = words.map((word) => `"${word.replaceAll('"', "")}"`).join(" OR ");
  const { condition, values } = below(folder);
  const rows = database.all<{ id: number }>(
    `SELECT words.rowid AS id FROM words ${folder === "." ? "" : joined} WHERE words MATCH ? AND ${condition}
     ORDER BY bm25(words, 1.0, 2.0, 1.5) LIMIT ?`,
    match,
    ...values,
    limit,
  );
  return rows.map(({ id }) => id);
}

const mostWords = 40;
const joined = "JOIN chunks ON chunks.id = words.rowid JOIN files ON files.id = chunks.file";
