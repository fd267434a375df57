import type { Question } from "./question.ts";

/** Weights and constants of the search were chosen with the other questions; with these they are only checked. */
export const pinoQuestions: readonly Question[] = [
  { ask: "hide credit card numbers in the output", files: ["lib/redaction.js", "docs/redaction.md"] },
  { ask: "write log lines from a worker thread", files: ["lib/transport.js", "lib/worker.js", "docs/transports.md"] },
  { ask: "custom severity names and numbers", files: ["lib/levels.js", "docs/api.md"] },
  { ask: "format the timestamp", files: ["lib/time.js", "docs/api.md"] },
  { ask: "derive a logger with extra fields", files: ["lib/proto.js", "docs/child-loggers.md", "docs/api.md"] },
  {
    ask: "send lines to several destinations at once",
    files: ["lib/multistream.js", "docs/api.md", "docs/transports.md"],
  },
  { ask: "find the file that called a function", files: ["lib/caller.js"] },
  { ask: "turn an object into a json line fast", files: ["lib/tools.js"] },
  { ask: "use it in the browser", files: ["browser.js", "docs/browser.md"] },
  { ask: "names that must not collide with user properties", files: ["lib/symbols.js"] },
  { ask: "deprecated options print a warning", files: ["lib/deprecations.js"] },
  { ask: "reopen file after rotation", files: ["docs/help.md", "docs/transports.md"] },
];

export const postcssQuestions: readonly Question[] = [
  { ask: "split css text into tokens", files: ["lib/tokenize.js"] },
  { ask: "build the syntax tree from tokens", files: ["lib/parser.js", "lib/parse.js"] },
  { ask: "write the tree back to text", files: ["lib/stringifier.js", "lib/stringify.js"] },
  { ask: "source map creation", files: ["lib/map-generator.js"] },
  { ask: "read an existing inline source map", files: ["lib/previous-map.js"] },
  {
    ask: "error with a code frame pointing at line and column",
    files: ["lib/css-syntax-error.js", "lib/terminal-highlight.js"],
  },
  { ask: "run plugins asynchronously", files: ["lib/lazy-result.js", "lib/processor.js"] },
  { ask: "insert a child before another", files: ["lib/container.js"] },
  { ask: "colour output for the terminal", files: ["lib/terminal-highlight.js"] },
  { ask: "split a value by commas outside of parentheses", files: ["lib/list.js"] },
  { ask: "collect warnings of plugins", files: ["lib/result.js", "lib/warning.js"] },
  { ask: "restore tree from json", files: ["lib/fromJSON.js"] },
  { ask: "position in the original file", files: ["lib/input.js", "lib/node.js"] },
];
