import { isRecord } from "../../is-record.ts";
import type { Hook, HookEvent } from "./hook.ts";

export type ParsedHook = Omit<Hook, "origin" | "source">;

const defaultSeconds = 30;
const mostSeconds = 600;
const longestCommand = 10_000;
const longestName = 100;
const longestMatch = 1_000;
const knownKeys = new Set(["match", "command", "timeout", "name"]);

/** One entry of a list of hooks. A `problem` holds no words of the values. */
export function parseHook(on: HookEvent, entry: unknown): ParsedHook | { problem: string } {
  if (!isRecord(entry)) return { problem: "it is not an object" };
  const { match, command, timeout = defaultSeconds, name } = entry;
  if (typeof command !== "string" || command.trim() === "") return { problem: "it has no command" };
  if (command.length > longestCommand) return { problem: `its command is longer than ${longestCommand} characters` };
  if (command.includes("\0")) return { problem: "its command contains a NUL byte" };
  if (typeof timeout !== "number" || !(timeout > 0 && timeout <= mostSeconds)) {
    return { problem: `its timeout is not a number of seconds from 1 to ${mostSeconds}` };
  }
  if (match !== undefined && !isMatch(match))
    return { problem: "its match is not a list of tool names with | between" };
  if (match !== undefined && on === "onCompletion") return { problem: "it has a match, and a completion has no tool" };
  if (name !== undefined && (typeof name !== "string" || name.trim() === ""))
    return { problem: "its name is not text" };
  const other = Object.fromEntries(Object.entries(entry).filter(([key]) => !knownKeys.has(key)));
  return {
    on,
    command,
    name: oneLine(name ?? command),
    ...(match !== undefined && { match }),
    timeoutMs: Math.ceil(timeout * 1000),
    ...(Object.keys(other).length > 0 && { other }),
  };
}

function isMatch(match: unknown): match is string {
  return typeof match === "string" && match.length <= longestMatch && match.split("|").every(isToolPattern);
}

function isToolPattern(pattern: string): boolean {
  return /^[\w.*?-]{1,100}$/.test(pattern.trim());
}

function oneLine(name: string): string {
  const line = name.trim().replace(/\s+/g, " ");
  return line.length > longestName ? `${line.slice(0, longestName - 1)}…` : line;
}
