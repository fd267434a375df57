import { resolve } from "node:path";
import { type HistoryHit, type HistorySearch, historyPaths, searchHistory } from "@roo-code/host/history";
import { parseCommandLine } from "../command-line.ts";
import { choice, integer, text } from "../flags.ts";
import { processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { oneLine, visibleText } from "../terminal-text.ts";

const commandLine = {
  usage: 'roo tasks search "<query>"',
  about: `Search the messages of all tasks: yours, the agent's and tool results. All words must be in one message.

  "exact phrase"   words in this order        pre*              words that start with pre
  cwd:DIR          tasks in a folder          status:failed     tasks with this status
  since:2030-01-31 tasks used since; also 12h, 7d, 2w, today, yesterday`,
  flags: {
    limit: integer("N", "how many hits (default: 20)", 1, 1000),
    cwd: text("DIR", "only tasks in this folder or its subfolders"),
    output: choice(["text", "json"], "text or json (default: text)"),
  },
  positionals: { min: 1, max: 50 },
};

export async function searchTasks(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  const found = await searchHistory(historyPaths(processContext()), {
    text: positionals.map(asTyped).join(" "),
    limit: flags.limit ?? 20,
    from: process.cwd(),
    cwd: flags.cwd === undefined ? undefined : resolve(flags.cwd),
    onProgress: ({ read, of }) => {
      if (process.stderr.isTTY) process.stderr.write(read < of ? `\rreading tasks: ${read} of ${of}` : "\r\u001b[K");
    },
  });
  if (flags.output === "json") return print(JSON.stringify(found, null, 2));
  return print(found.hits.length === 0 ? "Nothing found." : searchText(found));
}

/** An argument with a space was quoted, and the shell removed the quotes. */
function asTyped(word: string, _index: number, all: readonly string[]): string {
  if (all.length === 1 || word.includes('"') || !/\s/.test(word)) return word;
  return word.replace(/^((?:cwd|status|since):)?([\s\S]*)$/i, '$1"$2"');
}

function searchText({ hits, matches: found, tasks }: HistorySearch): string {
  const groups = Map.groupBy(hits, ({ task }) => task.taskId);
  const blocks = Array.from(groups.values(), taskText);
  const isAll = hits.length === found;
  return [...blocks, ...(isAll ? [] : [`${hits.length} of ${found} hits in ${tasks} tasks`])].join("\n\n");
}

function taskText(hits: readonly HistoryHit[]): string {
  const [first] = hits;
  if (!first) return "";
  const { taskId, status, updatedAt, title } = first.task;
  const head = `${taskId}  ${status}  ${updatedAt.slice(0, 16).replace("T", " ")}  ${oneLine(title, 80)}`;
  const more = first.matchesInTask - hits.length;
  return [head, ...hits.map(hitText), ...(more > 0 ? [`  … ${more} more in this task`] : [])].join("\n");
}

function hitText({ who, tool, snippet, marks }: HistoryHit): string {
  let [shown, from] = ["", 0];
  for (const { start, end } of marks) {
    shown += `${visibleText(snippet.slice(from, start))}«${visibleText(snippet.slice(start, end))}»`;
    from = end;
  }
  return `  ${tool === undefined ? who : oneLine(tool, 40)}: ${shown}${visibleText(snippet.slice(from))}`;
}
