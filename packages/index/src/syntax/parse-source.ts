import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { RooError } from "@roo-code/types";
import type * as treeSitter from "web-tree-sitter";
import type { Language, Parser, Query, QueryMatch } from "web-tree-sitter";
import { findGrammar, findParserProgram } from "./grammar-files.ts";
import type { SourceLanguage } from "./languages.ts";
import { json } from "./queries/document-queries.ts";

/** Some grammars take very long for text that is not in their language. */
const maxParseMs = 1000;

interface Engine {
  readonly parser: Parser;
  readonly library: typeof treeSitter;
}

interface Grammar {
  readonly language: Language;
  readonly query: Query;
}

/** A grammar wrote out of bounds: the parser's memory can neither be trusted nor reset. */
let isBroken = false;
let engine: Promise<Engine> | undefined;
const grammars = new Map<string, Promise<Grammar>>();

/**
 * Passes the matches of a language's query to `use` while the tree exists; undefined if parsing took too long or failed.
 * Each grammar is loaded once, with its first file. Throws `RooError` `grammar_missing` if that file is missing.
 */
export async function parseSource<Result>(
  language: SourceLanguage,
  text: string,
  use: (matches: readonly QueryMatch[]) => Result,
): Promise<Result | undefined> {
  if (isBroken) return undefined;
  const { parser } = await (engine ??= startEngine());
  const grammar = await loadGrammar(language);
  try {
    return withoutTiering(() => parse(parser, grammar, text, use));
  } catch (error) {
    if (!(error instanceof Error && error.name === "RuntimeError")) throw error;
    isBroken = true;
    return undefined;
  }
}

function parse<Result>(
  parser: Parser,
  { language, query }: Grammar,
  text: string,
  use: (matches: readonly QueryMatch[]) => Result,
): Result | undefined {
  parser.setLanguage(language);
  const deadline = performance.now() + maxParseMs;
  const progressCallback = (): boolean => performance.now() > deadline;
  const tree = parser.parse(text, null, { progressCallback });
  if (!tree) {
    parser.reset();
    return undefined;
  }
  try {
    return use(query.matches(tree.rootNode, { progressCallback }));
  } finally {
    tree.delete();
  }
}

async function startEngine(): Promise<Engine> {
  const library = await import("web-tree-sitter");
  await library.Parser.init({ locateFile: () => findParserProgram() });
  const parser = new library.Parser();
  await warmUp(library, parser);
  return { parser, library };
}

/** Compiles the parser itself while optimizing is on: it is small, and every language depends on its speed. */
async function warmUp(library: Engine["library"], parser: Parser): Promise<void> {
  const language = await library.Language.load(await readFile(findGrammar("json")));
  const query = new library.Query(language, json);
  parse(parser, { language, query }, '{"a": [1, {"b": null}], "c": }', (matches) => matches.length);
}

async function loadGrammar({ grammar: name, query }: SourceLanguage): Promise<Grammar> {
  const known = grammars.get(name);
  if (known) return known;
  const loading = readGrammar(name, query);
  grammars.set(name, loading);
  return loading;
}

async function readGrammar(name: string, query: string): Promise<Grammar> {
  const { library } = await (engine ??= startEngine());
  try {
    const bytes = await readFile(findGrammar(name));
    const language = await library.Language.load(bytes);
    return { language, query: new library.Query(language, query) };
  } catch (error) {
    throw new RooError({
      code: "grammar_missing",
      message: `The grammar of ${name} cannot be loaded.`,
      next: "Reinstall roo: one of its files is missing or damaged.",
      cause: error,
    });
  }
}

/**
 * Runs WebAssembly without optimizing it later. Grammars have functions so large that optimizing them in the background
 * takes 3 GB for thirty grammars and delays loading the next one; unoptimized they take 0.2 GB.
 */
function withoutTiering<Result>(run: () => Result): Result {
  setTiering("--no-");
  try {
    return run();
  } finally {
    setTiering("--");
  }
}

function setTiering(prefix: "--" | "--no-"): void {
  setFlagsFromString(`${prefix}wasm-dynamic-tiering`);
  setFlagsFromString(`${prefix}wasm-tier-up`);
}
