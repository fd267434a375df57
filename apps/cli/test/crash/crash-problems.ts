import { addUsage, type EventOf, noUsage, type TaskEvent, type Usage } from "@roo-code/types";
import { parseLines } from "../roo.ts";

type Logs = ReadonlyMap<string, readonly TaskEvent[]>;

/** The final state of a tree of tasks. */
export interface Ending {
  readonly files: string;
  /** Sorted. */
  readonly journal: readonly string[];
  /** By agent. */
  readonly logs: Logs;
}

/** Everything that is lost, repeated, or different from an uninterrupted run. */
export function problemsOf(run: {
  readonly expected: Ending;
  readonly ending: Ending;
  /** The lines of each log after the kill, and at the end. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  readonly after: ReadonlyMap<string, readonly string[]>;
  /** What the killed process printed. */
  readonly shown: string;
}): string[] {
  const { expected, ending } = run;
  return [
    ...lostEvents(run),
    ...[...ending.logs].flatMap(([agent, events]) => logProblems(events).map((problem) => `${agent}: ${problem}`)),
    ...treeProblems(expected.logs, ending.logs),
    ...usageProblems(ending.logs),
    ...(ending.files === expected.files ? [] : [`the files differ: ${ending.files}`]),
    ...(String(ending.journal) === String(expected.journal) ? [] : [`commands ran: ${ending.journal.join(", ")}`]),
  ];
}

function lostEvents(run: Parameters<typeof problemsOf>[0]): string[] {
  const lost = [...run.before].flatMap(([taskId, lines]) => {
    const kept = run.after.get(taskId) ?? [];
    return lines.flatMap((line, index) => (kept[index] === line ? [] : [`line ${index + 1} of ${taskId} is lost`]));
  });
  const stored = new Set([...run.after.values()].flat());
  const unstored = shownEvents(run.shown).filter((line) => !stored.has(line));
  return [...lost, ...unstored.map((line) => `shown and lost: ${line.slice(0, 100)}`)];
}

/** As in the log. The last line may be incomplete: the process died while writing it. */
function shownEvents(stdout: string): string[] {
  const whole = stdout.slice(0, stdout.lastIndexOf("\n") + 1);
  const items = parseLines(whole) as ({
    seq?: number;
    live?: true;
    type?: string;
    taskId?: string;
    agent?: string;
  } & object)[];
  return items.flatMap((item) => {
    if (item.live || item.seq === undefined || item.type === "subtask.start" || item.type === "subtask.end") return [];
    const { taskId: _taskId, agent: _agent, ...event } = item;
    return item.type === "task.start" ? [] : [JSON.stringify(event)];
  });
}

function logProblems(events: readonly TaskEvent[]): string[] {
  const problems: string[] = [];
  if (events.some(({ seq }, index) => seq !== index + 1)) problems.push("the numbers have a gap");
  const calls = events.flatMap((event) =>
    event.type === "turn.end"
      ? event.message.content.flatMap((part) => (part.type === "tool-call" ? [part.callId] : []))
      : [],
  );
  const ends = events.flatMap((event) => (event.type === "tool.end" ? [event.callId] : []));
  const starts = events.flatMap((event) => (event.type === "tool.start" ? [event.callId] : []));
  for (const callId of twice(calls)) problems.push(`${callId} was requested twice`);
  for (const callId of twice(ends)) problems.push(`${callId} has two results`);
  for (const callId of twice(starts)) problems.push(`${callId} was started twice`);
  if (String(calls.toSorted()) !== String(ends.toSorted())) problems.push("a call has no result");
  const last = events.at(-1);
  if (last?.type !== "run.end" || last.status !== "completed") problems.push(`ends with ${JSON.stringify(last)}`);
  return problems;
}

function treeProblems(expected: Logs, found: Logs): string[] {
  const problems: string[] = [];
  const agents = [...found.keys()].sort().join(", ");
  if (agents !== [...expected.keys()].sort().join(", ")) problems.push(`the tasks are: ${agents}`);
  for (const [agent, events] of found) {
    const started = events.flatMap((event) => (event.type === "subtask.start" ? [event.callId] : []));
    const ended = events.filter((event) => event.type === "subtask.end");
    for (const callId of twice(started)) problems.push(`${agent}: the task of ${callId} was started twice`);
    if (String(started.toSorted()) !== String(ended.map(({ callId }) => callId).sort()))
      problems.push(`${agent}: not every task has one end`);
    for (const { callId, status } of ended) if (status !== "completed") problems.push(`${callId} is ${status}`);
  }
  // Which files a subtask lists depends on whether it had its own copy.
  const [was, is] = [changed(expected.get("root")), changed(found.get("root"))];
  if (was !== is) problems.push(`the files that were changed are ${is}, not ${was}`);
  return problems;
}

function changed(events: readonly TaskEvent[] = []): string {
  return String(lastEnd(events)?.filesChanged ?? []);
}

function lastEnd(events: readonly TaskEvent[]): EventOf<"run.end"> | undefined {
  return events.findLast((event) => event.type === "run.end");
}

/** The usage reported by the root must be the sum of all replies and summaries of the tree. */
function usageProblems(logs: Logs): string[] {
  const parts = [...logs.values()].flat().flatMap((event): Usage[] => {
    if (event.type === "turn.end") return [event.usage];
    return event.type === "summary.added" && event.usage ? [event.usage] : [];
  });
  const sum = parts.reduce(addUsage, noUsage());
  const reported = lastEnd(logs.get("root") ?? [])?.usage ?? noUsage();
  const isSame = sum.inputTokens === reported.inputTokens && sum.outputTokens === reported.outputTokens;
  return isSame
    ? []
    : [`reported ${reported.inputTokens}+${reported.outputTokens}, not ${sum.inputTokens}+${sum.outputTokens}`];
}

function twice(ids: readonly string[]): string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}
