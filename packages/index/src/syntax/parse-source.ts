import { readFile } from "node:fs/promises";
import { RooError } from "@roo-code/types";
import type * as treeSitter from "web-tree-sitter";
import type { Language, Parser, Query, QueryMatch } from "web-tree-sitter";
import { findGrammar, findParserProgram } from "./grammar-files.ts";
import type { SourceLanguage } from "./languages.ts";
import { json } from "./queries/document-queries.ts";
import { withoutTiering } from "./without-tiering.ts";

/** Some grammars search for very long in text that is not of their language. */
const maxParseMs = 1000;

interface Engine {
  readonly parser: Parser;
  readonly library: typeof treeSitter;
}

interface Grammar {
  readonly language: Language;
  readonly query: Query;
}

/** A grammar wrote where it must not: what the parser remembers cannot be trusted any more, nor made anew. */
let isBroken = false;
let engine: Promise<Engine> | undefined;
const grammars = new Map<string, Promise<Grammar>>();

/**
 * What a language's query finds in a text, handed to `use` while the tree is there; undefined when parsing took too
 * long or broke. Each grammar is loaded once, with its first file. Throws `RooError` `grammar_missing` where its file is not there.
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

/** Has the parser itself compiled where it may be optimised; it is small and its speed counts for every language. */
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
      next: "Install roo again: a file of it is missing or damaged.",
      cause: error,
    });
  }
}
