import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { cleanText } from "../catalog/clean-text.ts";

export type LogLevel = "error" | "warning" | "info" | "debug";

export interface LogLine {
  readonly at: string;
  readonly level: LogLevel;
  readonly text: string;
}

interface ServerLogOptions {
  readonly now: () => number;
  readonly file?: LogFile | undefined;
}

const maxErrors = 100;
const maxLineLength = 1_000;
const shortestSecret = 6;

/** What a server said beside the protocol, and what went wrong with it. The newest hundred errors are kept in mind. */
export class ServerLog {
  readonly #options: ServerLogOptions;
  readonly #errors: LogLine[] = [];
  readonly #secrets = new Set<string>();

  constructor(options: ServerLogOptions) {
    this.#options = options;
  }

  get errors(): readonly LogLine[] {
    return this.#errors;
  }

  /** From now on these are not written down. */
  conceal(secrets: Iterable<string>): void {
    for (const secret of secrets) if (secret.length >= shortestSecret) this.#secrets.add(secret);
  }

  /** A text without what is concealed. */
  concealed(text: string): string {
    let shown = text;
    for (const secret of this.#secrets) shown = shown.replaceAll(secret, "[concealed]");
    return shown;
  }

  add(level: LogLevel, words: string): void {
    const { now, file } = this.#options;
    const text = cleanText(this.concealed(words), maxLineLength);
    if (text === "") return;
    const line = { at: new Date(now()).toISOString(), level, text };
    file?.add(line);
    if (level !== "error") return;
    this.#errors.push(line);
    if (this.#errors.length > maxErrors) this.#errors.shift();
  }

  /** Servers say everything on their error stream; of what they do not call harmless most are errors. */
  addWords(words: string): void {
    this.add(levelOf(words), words);
  }
}

function levelOf(words: string): LogLevel {
  const start = words.slice(0, 200);
  if (/\b(debug|trace)\b/i.test(start)) return "debug";
  if (/\bwarn(ing)?\b/i.test(start)) return "warning";
  return /\b(info|notice|running|listening|started|starting|connected|ready)\b/i.test(start) ? "info" : "error";
}

const maxBytes = 500_000;
const gatherMs = 200;
const maxWaiting = 500;

/** A server's log on disk, for whoever looks from another process. Two files at most; a full disk costs only lines. */
export class LogFile {
  readonly #path: string;
  #waiting: LogLine[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  add(line: LogLine): void {
    // A flood is not written down word for word.
    if (this.#waiting.length < maxWaiting) this.#waiting.push(line);
    else this.#dropped += 1;
    this.#timer ??= setTimeout(() => this.flush(), gatherMs).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#waiting.map((line) => `${JSON.stringify(line)}\n`);
    const last = this.#waiting.at(-1);
    if (last && this.#dropped > 0) {
      lines.push(`${JSON.stringify({ ...last, level: "warning", text: `${this.#dropped} lines more` })}\n`);
    }
    this.#waiting = [];
    this.#dropped = 0;
    if (lines.length > 0) this.#write(lines.join(""));
  }

  #write(text: string): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > maxBytes) renameSync(this.#path, `${this.#path}.1`);
      appendFileSync(this.#path, text, { mode: 0o600 });
    } catch {
      // The log is a convenience: a server works without it.
    }
  }
}

/** The newest lines, oldest first; none where there is no log. */
export function readLogFile(path: string, most: number): LogLine[] {
  const text = [`${path}.1`, path].map(readOrNothing).join("");
  const lines = text.split("\n").filter(Boolean).slice(-most);
  return lines.flatMap((line) => parseLine(line) ?? []);
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function parseLine(line: string): LogLine | undefined {
  try {
    const { at, level, text }: Record<string, unknown> = JSON.parse(line);
    const isLine = typeof at === "string" && typeof level === "string" && typeof text === "string";
    return isLine
      ? { at, text, level: level === "error" || level === "warning" || level === "debug" ? level : "info" }
      : undefined;
  } catch {
    return undefined;
  }
}
