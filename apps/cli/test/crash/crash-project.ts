import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TaskEvent } from "@roo-code/types";
import { createProject, parseLines, type TestProject } from "../roo.ts";
import type { FrozenCli } from "./frozen-cli.ts";
import type { CrashProject, CrashScenario } from "./scenario.ts";

export function createCrashProject(
  { files, homeFiles = {} }: CrashScenario,
  { cli, baseUrl }: { readonly cli: FrozenCli; readonly baseUrl: string },
): CrashProject & Disposable {
  const here = createProject(files);
  for (const [name, content] of Object.entries(homeFiles)) {
    const path = join(here.home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content.replace("BASE_URL", baseUrl));
  }
  const journal = join(dirname(here.home), "journal.txt");
  return { here, cli, journal, [Symbol.dispose]: () => here[Symbol.dispose]() };
}

export function filesOf(here: TestProject): string {
  const names = readdirSync(here.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(here.folder.length + 1))
    .sort();
  return JSON.stringify(names.map((name) => [name, here.read(name)]));
}

export function journalOf({ journal }: CrashProject): string[] {
  return existsSync(journal) ? readFileSync(journal, "utf8").trim().split("\n").sort() : [];
}

/** The complete lines of every log, by task; none for a task that was killed before its first line. */
export function linesOf(here: TestProject): Map<string, string[]> {
  const logs = new Map<string, string[]>();
  if (!existsSync(join(here.home, "tasks"))) return logs;
  for (const taskId of here.taskIds()) {
    const file = join(here.home, "tasks", taskId, "events.jsonl");
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    logs.set(
      taskId,
      text
        .slice(0, text.lastIndexOf("\n") + 1)
        .split("\n")
        .filter(Boolean),
    );
  }
  return logs;
}

/** Every log by agent, except a workflow whose plan was not recorded yet: it can only be started again. */
export function logsOf(here: TestProject): Map<string, readonly TaskEvent[]> {
  const logs = new Map<string, readonly TaskEvent[]>();
  for (const lines of linesOf(here).values()) {
    const events = parseLines(lines.join("\n")) as TaskEvent[];
    const [first] = events;
    if (first?.type !== "task.start") continue;
    if (first.mode === "workflow" && !events.some(({ type }) => type === "workflow.start")) continue;
    const agent = first.parent?.agent ?? "root";
    logs.set(logs.has(agent) ? `${agent} (${first.taskId})` : agent, events);
  }
  return logs;
}
