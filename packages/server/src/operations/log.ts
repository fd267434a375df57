import { type Logger, pino } from "pino";

type LogFormat = "json" | "text" | "off";

/** Structured: fields first, then a message. Secrets are redacted before writing. */
export type Log = Pick<Logger, "info" | "warn" | "error">;

interface LogOptions {
  readonly format: LogFormat;
  readonly write: (line: string) => void;
  /** Redacts known secrets in a line. */
  readonly redact: (text: string) => string;
}

/** JSON logs every request; text is for a terminal and logs warnings and errors only. */
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

/** Messages of failed queries contain all their parameters. */
const maxReasonLength = 300;

function asText(line: string): string {
  const { time = "", level = "", message = "", error, ...fields }: LogLine & Record<string, unknown> = JSON.parse(line);
  const more = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const why = error?.message ? [`: ${error.message.slice(0, maxReasonLength)}`] : [];
  return `${[time.slice(11, 19), level, `${message}${why.join("")}`, ...more].join(" ").replaceAll(/[\p{Cc}]+/gu, " ")}\n`;
}
