import { type IndexStatus, openCodeIndex, type WorkspaceIndex } from "@roo-code/host/code-index";
import { parseCommandLine } from "../command-line.ts";
import { choice, integer, text } from "../flags.ts";
import { formatOutcome, IndexProgress } from "../output/index-progress.ts";
import { openHost, processContext } from "../process-context.ts";
import { showNotices } from "../show-notices.ts";
import { print, withSubcommands } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";

const cwd = text("DIR", "the folder (default: here)");
const output = choice(["text", "json"], "text or json (default: text)");

export const indexCommand = withSubcommands({
  name: "index",
  help: `roo index status|build|search

  status [--output json]        show the state of the index
  build                         index this folder, or update its index
  search "<query>" [--path DIR] [--limit N] [--output json]
                                find code by what it does

If there is an index, the agent can search by meaning, too (codebase_search).`,
  commands: { status, build, search },
});

async function status(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo index status",
      about: "Show the state of the index.",
      flags: { cwd, output },
    },
    args,
  );
  if (!parsed) return 0;
  return withIndex(parsed.flags.cwd, async (index) => {
    const found = await index.status();
    return print(parsed.flags.output === "json" ? JSON.stringify(found, null, 2) : statusText(found));
  });
}

function statusText({ state, folder, files, chunks, bytes, embedder, vectors, updatedAt }: IndexStatus): string {
  if (state === "none") return "This folder has no code index. Build one with: roo index build";
  const rows = [
    ["files", String(files)],
    ["chunks", String(chunks)],
    ["size", `${(bytes / 1024 / 1024).toFixed(1)} MB`],
    ["embedder", embedder],
    ["vectors", vectors],
    ["updated", updatedAt ? updatedAt.slice(0, 19).replace("T", " ") : "never finished; run: roo index build"],
    ["folder", folder],
  ];
  return rows.map(([name = "", value = ""]) => `${name.padEnd(9)} ${visibleText(value)}`).join("\n");
}

async function build(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo index build",
      about: "Index this folder, or update its index. Ignored, binary, large and private files are skipped.",
      flags: { cwd },
    },
    args,
  );
  if (!parsed) return 0;
  return withIndex(parsed.flags.cwd, async (index) => {
    const progress = new IndexProgress(process.stderr);
    try {
      const done = await index.build({ onProgress: (now) => progress.show(now) });
      progress.end();
      return print(formatOutcome(done, { seconds: progress.seconds, ...(await index.status()) }));
    } finally {
      progress.end();
    }
  });
}

async function search(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: 'roo index search "<query>"',
      about: "Find code by what it does. Updates the index first.",
      flags: {
        cwd,
        output,
        path: text("DIR", "only search in this folder"),
        limit: integer("N", "how many hits (default: 8)", 1, 100),
      },
      positionals: { min: 1, max: 50 },
    },
    args,
  );
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  return withIndex(flags.cwd, async (index) => {
    const outcome = await index.search({
      query: positionals.join(" "),
      path: flags.path,
      limit: flags.limit ?? 8,
      signal: new AbortController().signal,
      report: () => undefined,
    });
    if (flags.output === "json") return print(JSON.stringify(outcome, null, 2));
    if (outcome.filesLeft > 0)
      process.stderr.write(
        `! ${outcome.filesLeft} ${outcome.filesLeft === 1 ? "file is" : "files are"} not indexed yet: roo index build\n`,
      );
    if (outcome.hits.length === 0) return print("Nothing found.");
    return print(
      outcome.hits
        .map(({ path, startLine, endLine, score, text: code }) => {
          const lines = code.split("\n");
          const more = lines.length > shownLines ? `\n    … ${lines.length - shownLines} more lines` : "";
          const shown = lines.slice(0, shownLines).map((line) => `    ${visibleText(line)}`);
          return `${visibleText(path)}:${startLine}-${endLine}  ${score.toFixed(2)}\n${shown.join("\n")}${more}`;
        })
        .join("\n\n"),
    );
  });
}

const shownLines = 6;

async function withIndex(
  folder: string | undefined,
  work: (index: WorkspaceIndex) => Promise<number>,
): Promise<number> {
  const { home, environment } = processContext();
  const { workspace, settings, notices } = await openHost().configure(folder ?? process.cwd());
  showNotices(notices);
  const onNotice = (message: string) => void process.stderr.write(`! ${visibleText(message)}\n`);
  const index = openCodeIndex({ home, environment, workspace, settings, onNotice });
  try {
    return await work(index);
  } finally {
    await index.close();
  }
}
