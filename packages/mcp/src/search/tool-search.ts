import MiniSearch from "minisearch";
import { isRecord } from "../catalog/canonical-json.ts";

/** A tool or a resource. */
export interface Findable {
  readonly server: string;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly inputSchema?: Readonly<Record<string, unknown>> | undefined;
}

/** Turns texts into vectors; similar texts have close vectors. */
export interface Embedder {
  embed(
    texts: readonly string[],
    purpose: "document" | "question",
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}

interface Document {
  readonly id: number;
  readonly name: string;
  readonly server: string;
  readonly description: string;
  readonly parameters: string;
}

const boost = { name: 3, server: 1.5, description: 1, parameters: 0.4 };
/** How many entries of each ranking count. */
const depth = 50;
const vectorWeight = 0.6;

/** Finds tools by words of their names, descriptions and parameters, and where there is an embedder also by meaning. */
export class ToolSearch<Item extends Findable> {
  readonly items: readonly Item[];
  readonly #index: MiniSearch<Document>;
  readonly #embedder: Embedder | undefined;
  #vectors: Promise<readonly Float32Array[]> | undefined;

  constructor(items: readonly Item[], embedder?: Embedder) {
    this.items = items;
    this.#embedder = embedder;
    this.#index = new MiniSearch<Document>({
      fields: Object.keys(boost),
      tokenize: searchWords,
      processTerm: wordStem,
    });
    this.#index.addAll(items.map(documentOf));
  }

  /** Best match first. Rejects only when aborted. */
  async search(query: string, { limit, signal }: { limit: number; signal: AbortSignal }): Promise<Item[]> {
    const exact = this.items.filter(({ name }) => name === query.trim());
    const ranks = fuseRanks([
      { ids: this.#byWords(query), weight: 1 },
      { ids: await this.#byMeaning(query, signal), weight: vectorWeight },
    ]);
    const found = ranks.flatMap((id) => this.items[id] ?? []);
    return [...new Set([...exact, ...found])].slice(0, limit);
  }

  #byWords(query: string): number[] {
    const found = this.#index.search(query, {
      boost,
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      weights: { fuzzy: 0.1, prefix: 0.3 },
    });
    return found.slice(0, depth).map(({ id }: { id: number }) => id);
  }

  /** Without an embedder, or if it fails, only words count. */
  async #byMeaning(query: string, signal: AbortSignal): Promise<number[]> {
    const embedder = this.#embedder;
    if (!embedder) return [];
    try {
      this.#vectors ??= embedder.embed(this.items.map(textOf), "document", signal);
      const [[target], vectors] = await Promise.all([embedder.embed([query], "question", signal), this.#vectors]);
      if (!target) return [];
      const scores = vectors.map((vector, id) => ({ id, score: cosineSimilarity(target, vector) }));
      return scores
        .filter(({ score }) => score > 0)
        .sort((left, right) => right.score - left.score)
        .slice(0, depth)
        .map(({ id }) => id);
    } catch {
      signal.throwIfAborted();
      this.#vectors = undefined;
      return [];
    }
  }
}

function documentOf(item: Findable, id: number): Document {
  const { server, name, title = "", description, inputSchema } = item;
  return { id, name: `${name} ${title}`, server, description, parameters: parameterWords(inputSchema) };
}

function textOf({ server, name, title = "", description }: Findable): string {
  return `${server} ${searchWords(name).join(" ")} ${title}\n${description.slice(0, 500)}`;
}

/** Names and descriptions of a tool's parameters. */
function parameterWords(schema: unknown): string {
  if (!isRecord(schema) || !isRecord(schema.properties)) return "";
  return Object.entries(schema.properties)
    .map(
      ([name, property]) =>
        `${name} ${isRecord(property) && typeof property.description === "string" ? property.description : ""}`,
    )
    .join(" ");
}

function cosineSimilarity(left: Float32Array, right: Float32Array): number {
  let [dot, leftSquares, rightSquares] = [0, 0, 0];
  left.forEach((value, index) => {
    const other = right[index] ?? 0;
    dot += value * other;
    leftSquares += value * value;
    rightSquares += other * other;
  });
  return leftSquares === 0 || rightSquares === 0 ? 0 : dot / Math.sqrt(leftSquares * rightSquares);
}

const stopWords: ReadonlySet<string> = new Set(
  (
    "a an and are as at be by can do for from get has have how i in is it its me my of on or our please some that the " +
    "their them this to tool tools use using want was we what when where which who will with you your"
  ).split(" "),
);

/** The words of a name or a sentence; `getUserById`, `list-pull-requests` and `HTTPServer` are split. */
function searchWords(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !stopWords.has(word));
}

/** A word without common suffixes. */
function wordStem(word: string): string {
  if (word.length <= 3) return word;
  const plain = word
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x|z)es$/, "$1")
    .replace(/([^s])s$/, "$1");
  const stem = plain.replace(/(ing|ed|er|ation|ion|ment)$/, "");
  const kept = stem.length >= 4 ? stem : plain;
  return kept.replace(/([bdglmnprt])\1$/, "$1").replace(/e$/, "");
}

interface Ranking {
  /** Best first. */
  readonly ids: readonly number[];
  readonly weight: number;
}

/** The larger, the less the order within a ranking counts (reciprocal rank fusion). */
const rankOffset = 20;

/** Merges rankings by rank, because scores of different kinds cannot be compared. */
function fuseRanks(rankings: readonly Ranking[]): number[] {
  const scores = new Map<number, number>();
  for (const { ids, weight } of rankings) {
    ids.forEach((id, rank) => {
      scores.set(id, (scores.get(id) ?? 0) + weight / (rankOffset + rank));
    });
  }
  return [...scores].sort(([, left], [, right]) => right - left).map(([id]) => id);
}
