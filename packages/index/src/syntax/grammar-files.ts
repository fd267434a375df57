import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Where the bundled program has them: beside its entry, or one level above its chunks. */
const packagedFolders = ["./grammars/", "../grammars/"];

/** The compiled grammar of a language: bundled with us, or from the installed package. Throws when neither exists. */
export function findGrammar(name: string): string {
  return findFile(`tree-sitter-${name}.wasm`, `tree-sitter-wasm/${name}/tree-sitter-${name}.wasm`);
}

/** The parser itself, which runs the grammars. */
export function findParserProgram(): string {
  return findFile("web-tree-sitter.wasm", "web-tree-sitter/web-tree-sitter.wasm");
}

function findFile(packaged: string, installed: string): string {
  const candidates = packagedFolders.map((folder) => fileURLToPath(new URL(folder + packaged, import.meta.url)));
  return candidates.find((file) => existsSync(file)) ?? createRequire(import.meta.url).resolve(installed);
}
