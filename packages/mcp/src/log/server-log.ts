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
const minSecretLength = 6;

/** A server's output outside the protocol, and its failures. Keeps the newest hundred errors in memory. */
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

  /** Redacts these from now on. */
  addSecrets(secrets: Iterable<string>): void {
    for (const secret of secrets) if (secret.length >= minSecretLength) this.#secrets.add(secret);
  }

  redact(text: string): string {
    let shown = text;
    for (const secret of this.#secrets) shown = shown.replaceAll(secret, "[redacted]");
    return shown;
  }

  add(level: LogLevel, message: string): void {
    const { now, file } = this.#options;
    const text = cleanText(this.redact(message), maxLineLength);
    if (text === "") return;
    const line = { at: new Date(now()).toISOString(), level, text };
    file?.add(line);
    if (level !== "error") return;
    this.#errors.push(line);
    if (this.#errors.length > maxErrors) this.#errors.shift();
  }

  /** A line of stderr. Servers log everything there; lines without a harmless keyword are mostly errors. */
  addStderr(line: string): void {
    this.add(levelOf(line), line);
  }
}

function levelOf(line: string): LogLevel {
  const start = line.slice(0, 200);
  if (/\b(debug|trace)\b/i.test(start)) return "debug";
  if (/\bwarn(ing)?\b/i.test(start)) return "warning";
  return /\b(info|notice|running|listening|started|starting|connected|ready)\b/i.test(start) ? "info" : "error";
}

const maxBytes = 500_000;
const flushDelayMs = 200;
const maxPending = 500;

/** A server's log on disk, for other processes. At most two files; on a full disk only lines are lost. */
export class LogFile {
  readonly #path: string;
  #pending: LogLine[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  add(line: LogLine): void {
    // Of a flood only the number of lines is written.
    if (this.#pending.length < maxPending) this.#pending.push(line);
    else this.#dropped += 1;
    this.#timer ??= setTimeout(() => this.flush(), flushDelayMs).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#pending.map((line) => `${JSON.stringify(line)}\n`);
    const last = this.#pending.at(-1);
    if (last && this.#dropped > 0) {
      lines.push(`${JSON.stringify({ ...last, level: "warning", text: `${this.#dropped} more lines` })}\n`);
    }
    this.#pending = [];
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
      // The server works without its log.
    }
  }
}

/** The newest lines, oldest first; none where there is no log. */
export function readLogFile(path: string, limit: number): LogLine[] {
  const text = [`${path}.1`, path].map(readIfExists).join("");
  const lines = text.split("\n").filter(Boolean).slice(-limit);
  return lines.flatMap((line) => parseLine(line) ?? []);
}

function readIfExists(path: string): string {
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
