import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Where a packaged program keeps them: beside its entry, or one above its chunks. */
const packagedFolders = ["./grammars/", "../grammars/"];

/** The compiled grammar of a language: the one packaged with us, else that of the installed package. Throws where neither is. */
export function findGrammar(name: string): string {
  return findFile(`tree-sitter-${name}.wasm`, `tree-sitter-wasm/${name}/tree-sitter-${name}.wasm`);
}

/** The program that runs grammars. */
export function findParserProgram(): string {
  return findFile("web-tree-sitter.wasm", "web-tree-sitter/web-tree-sitter.wasm");
}

function findFile(packaged: string, installed: string): string {
  const candidates = packagedFolders.map((folder) => fileURLToPath(new URL(folder + packaged, import.meta.url)));
  return candidates.find((file) => existsSync(file)) ?? createRequire(import.meta.url).resolve(installed);
}
