import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { SearchLine, SearchRequest } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import { splitLines } from "./byte-lines.ts";
import { kernelFoldersIn } from "./confine.ts";
import { namePatterns } from "./file-pattern.ts";
import type { SearchLines } from "./search-lines.ts";

export interface RipgrepRun {
  readonly program: string;
  readonly root: string;
  readonly environment: Record<string, string>;
  readonly request: SearchRequest;
  readonly isWanted: (path: string) => boolean;
  readonly found: SearchLines;
}

const maxStderrLength = 4000;

/** Plain output rather than `--json`, which would carry a line of 200 MB whole; `--null` keeps it unambiguous. */
export async function searchWithRipgrep(run: RipgrepRun): Promise<void> {
  const { program, root, environment, request } = run;
  request.signal.throwIfAborted();
  const child = spawn(program, ripgrepArguments(root, request), {
    cwd: root,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    signal: request.signal,
    killSignal: "SIGKILL",
  });
  const closed = new Promise<void>((resolve, reject) => child.once("close", () => resolve()).once("error", reject));
  closed.catch(() => undefined);
  const complaint = readText(child.stderr);
  try {
    for await (const line of splitLines(child.stdout)) {
      const parsed = parseLine(line);
      if (!parsed || !run.isWanted(parsed.path)) continue;
      if (!run.found.add(parsed.path, parsed.line)) return;
    }
    await closed;
  } finally {
    child.kill("SIGKILL");
    await closed.catch(() => undefined);
    request.signal.throwIfAborted();
  }
  // 1 is "nothing found"; 2 with a complaint about the expression is the only failure the model can mend.
  if (child.exitCode === 2 && /regex|glob|pattern/.test(await complaint)) throw invalidRegex(await complaint);
}

function ripgrepArguments(root: string, request: SearchRequest): readonly string[] {
  const names = request.filePattern === undefined ? undefined : namePatterns(request.filePattern);
  return [
    "--no-config",
    "--no-messages",
    "--no-require-git",
    "--hidden",
    "--sort=path",
    "--color=never",
    "--no-heading",
    "--with-filename",
    "--line-number",
    "--null",
    "--max-columns=4000",
    "--max-columns-preview",
    `--context=${request.contextLines}`,
    "--glob=!.git",
    "--glob=!node_modules",
    "--glob=!.roo-tmp-*",
    ...kernelFoldersIn(root).map((folder) => `--glob=!/${folder}`),
    // By type and not by glob: a glob would bring back what ignore files hide.
    ...(names ? [...names.map((name) => `--type-add=wanted:${name}`), "--type=wanted"] : []),
    `--regexp=${request.regex}`,
    "--",
    request.path,
  ];
}

/** `path NUL number ":" text` is a match, with `-` context; all else (group separators, notes) is neither. */
function parseLine(line: string): { path: string; line: SearchLine } | undefined {
  const parts = /^(?:\.\/)?([^\0]+)\0(\d+)([:-])([^]*)$/.exec(line);
  if (!parts) return undefined;
  const [, path = "", number = "", mark, text = ""] = parts;
  return { path, line: { line: Number(number), text: text.replace(/\r$/, ""), isMatch: mark === ":" } };
}

async function readText(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream) if (text.length < maxStderrLength) text += String(chunk);
  return text.slice(0, maxStderrLength).trim();
}

function invalidRegex(complaint: string): ToolFailure {
  const reason = complaint.replaceAll(/^rg: /gm, "");
  return new ToolFailure("invalid_regex", `The search expression is not valid (Rust regex syntax):\n${reason}`);
}
