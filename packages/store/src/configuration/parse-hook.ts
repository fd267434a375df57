import { isRecord } from "../is-record.ts";
import type { ConfigurationOrigin } from "./files/configuration-root.ts";

export const hookEvents = ["beforeTool", "afterTool", "onCompletion"] as const;
export type HookEvent = (typeof hookEvents)[number];

/** A user's command that runs at a point of a task. */
export interface Hook {
  readonly on: HookEvent;
  readonly command: string;
  /** Its name in messages; the command if it has none. */
  readonly name: string;
  /** Tool names with `*` and `?`, separated by `|`; every tool when absent. */
  readonly match?: string;
  readonly timeoutMs: number;
  /** Unknown keys of the entry. */
  readonly other?: Readonly<Record<string, unknown>>;
  readonly origin: ConfigurationOrigin;
  readonly source: string;
}

type ParsedHook = Omit<Hook, "origin" | "source">;

const defaultSeconds = 30;
const maxSeconds = 600;
const maxCommandLength = 10_000;
const maxNameLength = 100;
const maxMatchLength = 1_000;
const knownKeys = new Set(["match", "command", "timeout", "name"]);

/** Parses one hook. A `problem` never quotes values. */
export function parseHook(on: HookEvent, entry: unknown): ParsedHook | { problem: string } {
  if (!isRecord(entry)) return { problem: "it is not an object" };
  const { match, command, timeout = defaultSeconds, name } = entry;
  if (typeof command !== "string" || command.trim() === "") return { problem: "it has no command" };
  if (command.length > maxCommandLength)
    return { problem: `its command is longer than ${maxCommandLength} characters` };
  if (command.includes("\0")) return { problem: "its command contains a NUL byte" };
  if (typeof timeout !== "number" || !(timeout > 0 && timeout <= maxSeconds)) {
    return { problem: `its timeout is not a number of seconds from 1 to ${maxSeconds}` };
  }
  if (match !== undefined && !isMatch(match))
    return { problem: "its match is not a list of tool names separated by |" };
  if (match !== undefined && on === "onCompletion")
    return { problem: "it has a match, but onCompletion has no tool to match" };
  if (name !== undefined && (typeof name !== "string" || name.trim() === ""))
    return { problem: "its name is not a string" };
  const other = Object.fromEntries(Object.entries(entry).filter(([key]) => !knownKeys.has(key)));
  return {
    on,
    command,
    name: oneLine(name ?? command),
    match,
    timeoutMs: Math.ceil(timeout * 1000),
    other: Object.keys(other).length > 0 ? other : undefined,
  };
}

function isMatch(match: unknown): match is string {
  return typeof match === "string" && match.length <= maxMatchLength && match.split("|").every(isToolPattern);
}

function isToolPattern(pattern: string): boolean {
  return /^[\w.*?-]{1,100}$/.test(pattern.trim());
}

function oneLine(name: string): string {
  const line = name.trim().replace(/\s+/g, " ");
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength - 1)}…` : line;
}
