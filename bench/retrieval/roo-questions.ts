import type { Question } from "./question.ts";

const providers = "packages/providers/src";
const store = "packages/store/src";
const tools = "packages/tools/src";
const workspace = "packages/workspace/src";

/** About this repository. */
export const rooQuestions: readonly Question[] = [
  {
    ask: "how is a path that escapes the project folder through a symlink rejected",
    files: [`${workspace}/files/confine.ts`],
  },
  {
    ask: "kill all child processes a shell command left running",
    files: [
      `${workspace}/commands/process-tree.ts`,
      `${workspace}/commands/command-runner.ts`,
      `${workspace}/commands/process-table.ts`,
    ],
  },
  {
    ask: "which environment variables does a spawned command inherit",
    files: [`${workspace}/commands/child-environment.ts`],
  },
  {
    ask: "atomic multi file write with rollback",
    files: [`${workspace}/files/apply-changes.ts`, `${workspace}/files/staged-change.ts`],
  },
  {
    ask: "truncate long command output, keep beginning and end",
    files: [`${workspace}/commands/head-tail.ts`, `${workspace}/commands/output-pipe.ts`],
  },
  {
    ask: "hash of file contents used to detect concurrent modification",
    files: [`${workspace}/files/file-version.ts`, `${workspace}/files/read-window.ts`],
  },
  { ask: "natural sorting of file names with numbers", files: [`${workspace}/files/natural-order.ts`] },
  {
    ask: "fall back to plain directory walking when ripgrep is missing",
    files: [`${workspace}/search/search-by-walking.ts`, `${workspace}/search/search-files.ts`],
  },
  {
    ask: "fuzzy matching of search block against file content",
    files: [`${tools}/edit/fuzzy-matches.ts`, `${tools}/edit/find-match.ts`, `${tools}/edit/locate-block.ts`],
  },
  { ask: "parse SEARCH/REPLACE markers written by the model", files: [`${tools}/edit/diff-blocks.ts`] },
  {
    ask: "keep the original indentation when replacing text",
    files: [`${tools}/edit/indentation.ts`, `${tools}/edit/merge-replacement.ts`],
  },
  {
    ask: "detect that the model left out lines with a comment such as rest of code unchanged",
    files: [`${tools}/edit/find-placeholder.ts`, `${tools}/edit/elided-lines.ts`, `${tools}/edit/truncated-rewrite.ts`],
  },
  { ask: "recognise image type from magic bytes", files: [`${tools}/image-type.ts`] },
  { ask: "markdown checklist to todo items", files: [`${tools}/parse-todos.ts`, `${tools}/update-todo-list.ts`] },
  {
    ask: "decode utf-16 or latin1 text files with byte order mark",
    files: [`${tools}/text/text-encoding.ts`, `${tools}/text/read-text.ts`],
  },
  { ask: "accept numbers given as strings in tool arguments", files: [`${tools}/loose-input.ts`] },
  {
    ask: "sign requests to Amazon with access key",
    files: [`${providers}/auth/aws.ts`],
  },
  {
    ask: "how long to wait before retrying after 429",
    files: [`${providers}/protocols/http-protocol.ts`, "packages/engine/src/recovery/backoff.ts"],
  },
  {
    ask: "abort a stream that has gone silent",
    files: [`${providers}/http/watchdog.ts`, `${providers}/http/http-sender.ts`, `${providers}/http/http-exchange.ts`],
  },
  {
    ask: "compute cost in dollars from token usage",
    files: [`${providers}/prices/price-usage.ts`, `${providers}/prices/find-prices.ts`],
  },
  {
    ask: "switch to another model when the first one keeps failing",
    files: [`${providers}/fallback/fallback-client.ts`, `${providers}/fallback/member-health.ts`],
  },
  {
    ask: "repair broken JSON in tool call arguments",
    files: [`${providers}/repair/lenient-json.ts`, `${providers}/repair/repair-arguments.ts`],
  },
  {
    ask: "tool calls that a model wrote as plain text instead of native calls",
    files: [
      `${providers}/repair/text-calls.ts`,
      `${providers}/repair/repair-calls.ts`,
      `${providers}/repair/forms/text-form.ts`,
      `${providers}/repair/repair-calls.ts`,
    ],
  },
  {
    ask: "prompt caching breakpoints on messages",
    files: [
      `${providers}/protocols/openai-chat/chat-request.ts`,
      `${providers}/protocols/anthropic/messages-request.ts`,
      `${providers}/cache-watch.ts`,
    ],
  },
  {
    ask: "record HTTP traffic with secrets blanked for later replay",
    files: [
      `${providers}/recording/record-exchange.ts`,
      `${providers}/recording/scrubber.ts`,
      `${providers}/recording/recording.ts`,
    ],
  },
  {
    ask: "ask a human to paste the answer from a chat website",
    files: [
      `${providers}/protocols/human-relay/human-relay.ts`,
      `${providers}/protocols/human-relay/relay-prompt.ts`,
      "apps/cli/src/human-relay.ts",
    ],
  },
  { ask: "convert JSON schema for google models", files: [`${providers}/protocols/gemini/gemini-schema.ts`] },
  { ask: "list of models from a local ollama server", files: [`${providers}/models/sources/ollama-list.ts`] },
  {
    ask: "encrypt api keys at rest in a file",
    files: [`${store}/secrets/file-secret-store.ts`, `${store}/secrets/protect-secrets.ts`],
  },
  {
    ask: "store credentials in the operating system keychain",
    files: [`${store}/secrets/keychain-secret-store.ts`, `${store}/secrets/open-secret-store.ts`],
  },
  {
    ask: "hide passwords in log output",
    files: [`${store}/secrets/redact.ts`],
  },
  {
    ask: "regular expressions that would take exponential time are refused",
    files: [
      `${store}/configuration/file-pattern/pattern-problem.ts`,
      `${store}/configuration/file-pattern/pattern-degree.ts`,
      `${store}/configuration/file-pattern/pattern-rounds.ts`,
    ],
  },
  {
    ask: "settings of an untrusted repository must not approve things",
    files: [`${store}/settings/load-settings.ts`, `${store}/settings/setting-traits.ts`],
  },
  {
    ask: "JSON with comments and trailing commas",
    files: [`${store}/settings/parse-jsonc.ts`],
  },
  {
    ask: "only one process may write to a task at the same time",
    files: [
      `${store}/fence.ts`,
      `${store}/take-task.ts`,
      `${store}/holder.ts`,
      "docs/decisions/0005-fences-instead-of-a-lock-file.md",
    ],
  },
  {
    ask: "a log file whose last line was cut off by a crash",
    files: [`${store}/log-ends.ts`, `${store}/take-task.ts`, `${store}/read-log.ts`, `${store}/parse-events.ts`],
  },
  { ask: "expand ${env:NAME} variables in configuration", files: [`${store}/secrets/substitute.ts`] },
  {
    ask: "export a conversation to markdown",
    files: [`${store}/export/to-markdown.ts`, `${store}/export/export-task.ts`],
  },
  { ask: "exponential backoff with jitter", files: ["packages/engine/src/recovery/backoff.ts"] },
  { ask: "strip escape sequences so that a terminal is not attacked", files: ["apps/cli/src/terminal-text.ts"] },
  { ask: "what happens on ctrl-c", files: ["apps/cli/src/interrupts.ts"] },
  {
    ask: "check installed programs and report missing ones",
    files: ["apps/cli/src/doctor/programs.ts", "apps/cli/src/doctor/examine.ts", "apps/cli/src/commands/doctor.ts"],
  },
  {
    ask: "require a bearer token on the http server",
    files: ["packages/server/src/access/guard.ts", "packages/server/src/access/token-access.ts"],
  },
  { ask: "choose a provider when the user has named none", files: ["packages/host/src/provider/choose-provider.ts"] },
];
