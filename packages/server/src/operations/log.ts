import { type Logger, pino } from "pino";

export type LogFormat = "json" | "text" | "off";

/** Structured: fields first, then a sentence. What is secret is taken out before it is written. */
export type Log = Pick<Logger, "info" | "warn" | "error">;

export interface LogOptions {
  readonly format: LogFormat;
  readonly write: (line: string) => void;
  /** Takes known secrets out of a line. */
  readonly redact: (text: string) => string;
}

/** JSON tells every request; text is for a person at the terminal, who is told what is wrong. */
export function createLog({ format, write, redact }: LogOptions): Log {
  const stream = { write: (line: string) => write(format === "text" ? asText(redact(line)) : redact(line)) };
  return pino(
    {
      level: format === "off" ? "silent" : format === "text" ? "warn" : "info",
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: "message",
      formatters: { level: (level) => ({ level }) },
      serializers: { error: pino.stdSerializers.errWithCause },
    },
    stream,
  );
}

interface LogLine {
  readonly time?: string;
  readonly level?: string;
  readonly message?: string;
  readonly error?: { readonly message?: string };
}

/** A query that failed is told with all its parameters. */
const longestReason = 300;

function asText(line: string): string {
  const { time = "", level = "", message = "", error, ...fields }: LogLine & Record<string, unknown> = JSON.parse(line);
  const more = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const why = error?.message ? [`: ${error.message.slice(0, longestReason)}`] : [];
  return `${[time.slice(11, 19), level, `${message}${why.join("")}`, ...more].join(" ").replaceAll(/[\p{Cc}]+/gu, " ")}\n`;
}
