import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TurnKind } from "./budget-tasks.ts";
import type { ReplyFormat, ScriptedCall } from "./model-replies.ts";
import { benchEnvironment, floorAgent, mcpServer, roo, rooRunArguments } from "./workspace.ts";

export interface AgentRun {
  /** Of the scripted model. */
  readonly url: string;
  readonly folder: string;
  readonly home: string;
}

/** A program that works on a task with a scripted model. */
export interface BenchAgent {
  readonly name: string;
  /** By default chat completions. */
  readonly format?: ReplyFormat;
  /** The call of its tool that works on the file of that number. */
  call(kind: TurnKind, index: number, folder: string): ScriptedCall;
  /** How to start it; may write its configuration. */
  start(run: AgentRun): { readonly program: string; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv };
}

const ourCall: BenchAgent["call"] = (kind, index) => {
  const path = `file-${index}.txt`;
  const [old_string, new_string] = editOf(index);
  const calls: Record<TurnKind, ScriptedCall> = {
    read: { name: "read_file", input: { path } },
    shell: { name: "execute_command", input: { command: `echo step ${index}` } },
    edit: { name: "search_and_replace", input: { path, old_string, new_string } },
  };
  return calls[kind];
};

/** Only the HTTP, file, process and fdatasync calls. */
export const floor: BenchAgent = {
  name: "floor",
  call: ourCall,
  start: ({ url, folder, home }) => ({
    program: process.execPath,
    args: [floorAgent, url, folder, join(home, "floor.jsonl")],
    env: benchEnvironment(home),
  }),
};

/** With sandbox, snapshots and log. */
export const ours: BenchAgent = {
  name: "ours",
  call: ourCall,
  start: ({ url, folder, home }) => ({
    program: roo,
    args: [...rooRunArguments(url, folder, "work"), "--auto-approve", "edit,command"],
    env: benchEnvironment(home),
  }),
};

export function oursWithServers(count: number): BenchAgent {
  const mcpServers = Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, mcpServer]));
  return {
    ...ours,
    start: (run) => {
      writeFileSync(join(run.home, "mcp-settings.json"), JSON.stringify({ mcpServers }));
      return ours.start(run);
    },
  };
}

/** One of the 50 lines of a file, and what it becomes. */
export function editOf(index: number): readonly [string, string] {
  return [`line 7 of file ${index}\n`, `edited line of ${index}\n`];
}
