// Loaded with `node --import` before the program under test: kills the process at one event of a task's log.
import fs, { appendFileSync, type PathLike } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { KillPoint, LoggedEvent } from "./kill-point.ts";

const { CRASH_POINT, CRASH_RECORD } = process.env;
const point = CRASH_POINT ? (JSON.parse(CRASH_POINT) as KillPoint) : undefined;
/** The agent whose log an open file is; empty until its first line is written. */
const agents = new Map<number, string>();
const { openSync, writeSync } = fs;

const open = (path: PathLike, ...rest: [fs.OpenMode, fs.Mode?]): number => {
  const file = openSync(path, ...rest);
  agents.delete(file);
  if (String(path).endsWith("events.jsonl")) agents.set(file, "");
  return file;
};

const write = (file: number, bytes: Uint8Array, offset = 0): number => {
  if (agents.has(file)) killAtPoint(file, Buffer.from(bytes.subarray(offset)).toString("utf8"));
  return writeSync(file, bytes, offset);
};

/** One write may contain several events: they are written up to the kill point. */
function killAtPoint(file: number, text: string): void {
  const lines = text.split("\n").filter(Boolean);
  for (const [index, line] of lines.entries()) {
    const event = JSON.parse(line) as { seq: number; type: string; parent?: { agent: string } };
    if (event.type === "task.start") agents.set(file, event.parent?.agent ?? "root");
    const agent = agents.get(file) ?? "";
    const { seq, type } = event;
    const entry: LoggedEvent = { agent, seq, type, isFirst: index === 0 };
    if (CRASH_RECORD) appendFileSync(CRASH_RECORD, `${JSON.stringify(entry)}\n`);
    if (point?.agent !== agent || point.seq !== seq) continue;
    const kept = lines.slice(0, point.side === "after" ? index + 1 : index);
    writeSync(file, kept.map((each) => `${each}\n`).join(""));
    process.kill(process.pid, "SIGKILL");
  }
}

Object.assign(fs, { openSync: open, writeSync: write });
syncBuiltinESMExports();
