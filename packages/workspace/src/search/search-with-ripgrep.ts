import { isUtf8 } from "node:buffer";
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { type SearchLine, type SearchOutcome, type SearchRequest, ToolFailure } from "@roo-code/types";
import { kernelFoldersIn } from "../files/confine.ts";
import { namePatterns } from "../files/file-pattern.ts";
import { HeldFolder } from "../files/held-folder.ts";
import { confirmLines, type LineConfirmation, type ReadLine, type ReadLines } from "./confirm-lines.ts";
import { SearchLines } from "./search-lines.ts";

interface RipgrepRun {
  readonly program: string;
  readonly root: string;
  readonly environment: Record<string, string>;
  readonly request: SearchRequest;
  readonly isWanted: (path: string) => boolean;
  readonly isIgnoredFile: LineConfirmation["isIgnoredFile"];
  readonly deadline: AbortSignal;
}

interface RipgrepPass extends RipgrepRun {
  /** Sorted by path, which makes ripgrep use one thread; otherwise in any order. */
  readonly isSorted: boolean;
  readonly found: SearchLines;
}

const maxStderrLength = 4000;

/**
 * With all threads as long as everything found is shown. If there is more, it searches again in order, so that
 * the same search always shows the same lines; that pass ends with the last line shown.
 */
export async function searchWithRipgrep(run: RipgrepRun): Promise<SearchOutcome> {
  const outcome = await searchOnce({ ...run, isSorted: false, found: new SearchLines(run.request.limit) });
  if (!outcome.isTruncated) return outcome;
  return searchOnce({ ...run, isSorted: true, found: new SearchLines(run.request.limit) });
}

/** Plain output rather than `--json`, which would contain a line of 200 MB completely; `--null` keeps it unambiguous. */
async function searchOnce(run: RipgrepPass): Promise<SearchOutcome> {
  const { program, root, environment, request, deadline, isIgnoredFile } = run;
  request.signal.throwIfAborted();
  const read: ReadLines = new Map();
  const outcome = (): SearchOutcome => confirmLines(run.found.outcome(), { root, read, isIgnoredFile });
  using held = HeldFolder.open(root);
  const child = spawn(program, ripgrepArguments(run), {
    cwd: held.path,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    signal: AbortSignal.any([request.signal, deadline]),
    killSignal: "SIGKILL",
  });
  const closed = new Promise<void>((resolve, reject) => child.once("close", () => resolve()).once("error", reject));
  closed.catch(() => undefined);
  const complaint = readText(child.stderr);
  try {
    for await (const line of splitLines(child.stdout)) {
      const parsed = parseLine(line);
      if (!parsed || !run.isWanted(parsed.path)) continue;
      if (!run.found.add(parsed.path, parsed.line)) return outcome();
      const lines = read.get(parsed.path) ?? new Map<number, ReadLine>();
      read.set(parsed.path, lines.set(parsed.line.line, parsed.read));
    }
    await closed;
  } catch (error) {
    if (!deadline.aborted) throw error;
    return { ...outcome(), isStopped: true };
  } finally {
    child.kill("SIGKILL");
    await closed.catch(() => undefined);
    request.signal.throwIfAborted();
  }
  // 1 is "nothing found"; 2 with an error about the expression is the only failure the model can fix.
  if (child.exitCode === 2 && /regex|glob|pattern/.test(await complaint)) throw invalidRegex(await complaint);
  return outcome();
}

function ripgrepArguments({ root, request, isSorted }: RipgrepPass): readonly string[] {
  const names = request.filePattern === undefined ? undefined : namePatterns(request.filePattern);
  return [
    "--no-config",
    "--no-messages",
    "--no-require-git",
    "--hidden",
    // `$` matches before CRLF too.
    "--crlf",
    // Look-around and back-references need another engine, if ripgrep has it.
    "--engine=auto",
    ...(isSorted ? ["--sort=path"] : []),
    "--color=never",
    "--no-heading",
    "--with-filename",
    "--line-number",
    "--byte-offset",
    "--null",
    "--max-columns=4000",
    "--max-columns-preview",
    `--context=${request.contextLines}`,
    // A thread holds back a file's matches until it has finished the file.
    `--max-count=${request.limit + 1}`,
    "--glob=!.git",
    "--glob=!node_modules",
    "--glob=!.roo-tmp-*",
    ...kernelFoldersIn(root).map((folder) => `--glob=!/${folder}`),
    // By type rather than by glob: a glob would include ignored files.
    ...(names ? [...names.map((name) => `--type-add=wanted:${name}`), "--type=wanted"] : []),
    `--regexp=${request.regex}`,
    "--",
    request.path === "." ? "." : `./${request.path}`,
  ];
}

/**
 * `./path NUL number ":" offset ":" text` is a match, with `-` context; everything else (group separators, notes, the second
 * half of a name with a line break, which would look like another file) is neither.
 */
function parseLine(bytes: Buffer): { path: string; line: SearchLine; read: ReadLine } | undefined {
  const end = bytes.indexOf(0);
  const path = /^\.\/([^]+)$/.exec(bytes.toString("utf8", 0, Math.max(end, 0)))?.[1];
  const [start = "", line, mark, offset] =
    /^(\d+)([:-])(\d+)[:-]/.exec(bytes.toString("latin1", end + 1, end + 1 + maxNumbersLength)) ?? [];
  if (path === undefined || line === undefined) return undefined;
  // ripgrep may have added it.
  const isTerminated = bytes.at(-1) === 13;
  const text = bytes.subarray(end + 1 + start.length, isTerminated ? -1 : undefined);
  return {
    path,
    line: { line: Number(line), text: decodeLine(text), isMatch: mark === ":" },
    read: { offset: Number(offset), bytes: text },
  };
}

const maxNumbersLength = 48;

/** What is not UTF-8 is decoded as read_file does. */
function decodeLine(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString("utf8") : legacyText.decode(bytes);
}

const legacyText = new TextDecoder("windows-1252");

async function readText(stream: Readable): Promise<string> {
  let text = "";
  for await (const chunk of stream) if (text.length < maxStderrLength) text += String(chunk);
  return text.slice(0, maxStderrLength).trim();
}

function invalidRegex(complaint: string): ToolFailure {
  const [, plain = complaint, other = ""] = /^~+$\n([^]*?)\n^~+$([^]*)$/m.exec(complaint) ?? [];
  // What the default engine does not support was passed to the other one.
  const reason = /not supported$/m.test(plain) && other.includes("offset") ? other : plain;
  // The model does not know ripgrep's flags.
  const words = reason.replaceAll(/^rg: |^PCRE2.*:$/gm, "").replace(/\n\nConsider enabling [^]*$/, "");
  return new ToolFailure("invalid_regex", `The search expression is not valid:\n${words.trim()}`);
}

const maxLineBytes = 64 * 1024;

/** Lines of a byte stream, each truncated at 64 KiB, so that an endless line cannot fill the memory. */
async function* splitLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const keep = (bytes: Uint8Array): void => {
    if (length < maxLineBytes) parts.push(bytes.subarray(0, maxLineBytes - length));
    length += bytes.length;
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      keep(chunk.subarray(start, end));
      yield Buffer.concat(parts);
      parts = [];
      length = 0;
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (length > 0) yield Buffer.concat(parts);
}
