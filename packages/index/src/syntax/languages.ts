import { csharp, dart, java, kotlin, scala, swift } from "./queries/class-queries.ts";
import { css, html, json, markdown, sql, toml, yaml } from "./queries/document-queries.ts";
import { bash, elixir, lua, php, python, r, ruby } from "./queries/dynamic-queries.ts";
import { haskell, ocaml } from "./queries/functional-queries.ts";
import { javascript, typescript } from "./queries/script-queries.ts";
import { c, cpp, go, rust, zig } from "./queries/systems-queries.ts";

export interface SourceLanguage {
  /** The grammar's name in its package. */
  readonly grammar: string;
  /** Finds definitions: a capture named after their kind, `@name` in it, and `@end` where the end is elsewhere. */
  readonly query: string;
  /** Only the content of `<script>` is in that language. */
  readonly isEmbedded?: boolean;
}

interface LanguageFiles extends SourceLanguage {
  readonly extensions: string;
  /** Files recognized by their full name. */
  readonly names?: string;
}

const languages: readonly LanguageFiles[] = [
  { grammar: "typescript", query: typescript, extensions: "ts mts cts" },
  { grammar: "tsx", query: typescript, extensions: "tsx" },
  { grammar: "javascript", query: javascript, extensions: "js jsx mjs cjs" },
  { grammar: "typescript", query: typescript, extensions: "vue svelte", isEmbedded: true },
  { grammar: "python", query: python, extensions: "py pyi pyw" },
  { grammar: "go", query: go, extensions: "go" },
  { grammar: "rust", query: rust, extensions: "rs" },
  { grammar: "java", query: java, extensions: "java" },
  { grammar: "c", query: c, extensions: "c h" },
  { grammar: "cpp", query: cpp, extensions: "cc cpp cxx c++ hh hpp hxx ipp inl" },
  { grammar: "c_sharp", query: csharp, extensions: "cs csx" },
  { grammar: "ruby", query: ruby, extensions: "rb rake gemspec", names: "rakefile gemfile" },
  { grammar: "php", query: php, extensions: "php phtml" },
  { grammar: "swift", query: swift, extensions: "swift" },
  { grammar: "kotlin", query: kotlin, extensions: "kt kts" },
  { grammar: "scala", query: scala, extensions: "scala sc sbt" },
  { grammar: "lua", query: lua, extensions: "lua" },
  { grammar: "bash", query: bash, extensions: "sh bash zsh ksh bats", names: ".bashrc .bash_profile .zshrc .profile" },
  { grammar: "elixir", query: elixir, extensions: "ex exs" },
  { grammar: "haskell", query: haskell, extensions: "hs" },
  { grammar: "ocaml", query: ocaml, extensions: "ml" },
  { grammar: "dart", query: dart, extensions: "dart" },
  { grammar: "zig", query: zig, extensions: "zig zon" },
  { grammar: "r", query: r, extensions: "r" },
  { grammar: "sql", query: sql, extensions: "sql" },
  { grammar: "html", query: html, extensions: "html htm xhtml" },
  { grammar: "css", query: css, extensions: "css" },
  { grammar: "markdown", query: markdown, extensions: "md markdown" },
  { grammar: "yaml", query: yaml, extensions: "yaml yml" },
  { grammar: "toml", query: toml, extensions: "toml" },
  { grammar: "json", query: json, extensions: "json jsonc webmanifest" },
];

/** The grammars to ship with the bundled program. */
export const grammarNames: readonly string[] = [...new Set(languages.map(({ grammar }) => grammar))];

const byExtension = new Map(languages.flatMap((one) => one.extensions.split(" ").map((name) => [name, one] as const)));
const byName = new Map(languages.flatMap((one) => one.names?.split(" ").map((name) => [name, one] as const) ?? []));

/** By the file's name alone; undefined for a language we do not know. */
export function languageOf(path: string): SourceLanguage | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return byName.get(name) ?? byExtension.get(name.slice(name.lastIndexOf(".") + 1));
}
