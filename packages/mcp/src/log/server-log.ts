import { cleanText } from "../catalog/clean-text.ts";
import type { LogFile } from "./log-file.ts";

export type LogLevel = "error" | "warning" | "info" | "debug";

export interface LogLine {
  readonly at: string;
  readonly level: LogLevel;
  readonly text: string;
}

export interface ServerLogOptions {
  readonly now: () => number;
  readonly file?: LogFile | undefined;
}

const mostErrors = 100;
const longestLine = 1_000;
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
    const text = cleanText(this.concealed(words), longestLine);
    if (text === "") return;
    const line = { at: new Date(now()).toISOString(), level, text };
    file?.add(line);
    if (level !== "error") return;
    this.#errors.push(line);
    if (this.#errors.length > mostErrors) this.#errors.shift();
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
