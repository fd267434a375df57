import type { EventOf, TaskEvent } from "./event.ts";

/** What an undo was, parsed from the label of the snapshot taken before it. */
export type UndoLabel =
  /** Steps were undone, back to that event; or files were restored to their state at an event. */
  | { readonly kind: "undo" | "restore"; readonly toSeq: number; readonly paths?: readonly string[] }
  /** The undo of that event was reverted. */
  | { readonly kind: "redo"; readonly toSeq: number };

export function undoLabel(undo: UndoLabel): string {
  const paths = undo.kind === "redo" ? undefined : undo.paths;
  return `${undo.kind} to ${undo.toSeq}${paths ? `: ${JSON.stringify(paths)}` : ""}`;
}

/** undefined for labels of other snapshots. */
export function parseUndoLabel(label: string): UndoLabel | undefined {
  const [, kind, number, list] = /^(undo|restore|redo) to (\d+)(?:: (\[.*\]))?$/.exec(label) ?? [];
  const toSeq = Number(number);
  if (kind === "redo") return { kind, toSeq };
  if (kind !== "undo" && kind !== "restore") return undefined;
  if (list === undefined) return { kind, toSeq };
  const paths = parsePaths(list);
  return paths && { kind, toSeq, paths };
}

function parsePaths(list: string): string[] | undefined {
  try {
    const paths: unknown = JSON.parse(list);
    return Array.isArray(paths) && paths.every((path) => typeof path === "string") ? paths : undefined;
  } catch {
    return undefined;
  }
}

type Labelled = EventOf<"change.added"> | EventOf<"snapshot.added">;

const maxFiles = 3;
const maxStepLength = 80;

/** The label of an event for people: describes an undo; any other label is returned as is. */
export function describeLabel(event: Labelled, events: readonly TaskEvent[]): string {
  const undo = event.callId === undefined ? parseUndoLabel(event.label) : undefined;
  if (!undo) return event.label;
  // Later events are not its causes, and would cause infinite recursion.
  const earlier = events.filter(({ seq }) => seq < event.seq);
  return describeUndo(undo, { event, events: earlier });
}

interface LabelContext {
  readonly event: Labelled;
  readonly events: readonly TaskEvent[];
}

function describeUndo(undo: UndoLabel, { event, events }: LabelContext): string {
  const files = filesOf(undo, event);
  if (undo.kind === "redo") return `Redid ${redone(undo.toSeq, events)}`;
  if (undo.kind === "undo" || undo.paths) return `Undid ${files ?? stepAt(undo.toSeq, events) ?? "a step"}`;
  return `Restored to ${pointAt(undo.toSeq, events)}`;
}

/** What an undo had undone, and a redo restores. */
function redone(seq: number, events: readonly TaskEvent[]): string {
  const event = events.find((candidate): candidate is Labelled => candidate.seq === seq && isLabelled(candidate));
  const undo = event && parseUndoLabel(event.label);
  if (!undo) return "what was undone";
  const step = stepAt(undo.toSeq, events);
  if (undo.kind === "restore" && !undo.paths) return step ? `${step} and what followed` : "what was undone";
  return filesOf(undo, event) ?? step ?? "what was undone";
}

function filesOf(undo: UndoLabel, event: Labelled): string | undefined {
  const requested = undo.kind === "redo" ? undefined : undo.paths?.map((path) => path || "all files");
  const changed = event.type === "change.added" ? event.files.map(({ path }) => path) : [];
  const names = requested && requested.length > 0 ? requested : changed;
  const total =
    names === changed && event.type === "change.added" ? names.length + (event.moreFiles ?? 0) : names.length;
  if (total === 0) return undefined;
  const more = total - maxFiles;
  return `${names.slice(0, maxFiles).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The first change at or after an event, or the end of the run if the event is one. */
function pointAt(seq: number, events: readonly TaskEvent[]): string {
  if (events.some((event) => event.seq === seq && event.type === "run.end")) return "the end of the run";
  const next = nextChange(seq, events);
  if (!next) return "an earlier point";
  const isUndo = next.callId === undefined;
  return isUndo ? `before “${shortened(describeLabel(next, events))}”` : `before ${quoted(next.label)}`;
}

function stepAt(seq: number, events: readonly TaskEvent[]): string | undefined {
  const next = nextChange(seq, events);
  return next?.callId === undefined ? undefined : quoted(next.label);
}

function nextChange(seq: number, events: readonly TaskEvent[]): Labelled | undefined {
  return events.find((event): event is Labelled => event.seq >= seq && isLabelled(event));
}

function isLabelled(event: TaskEvent): event is Labelled {
  if (event.type !== "snapshot.added" && event.type !== "change.added") return false;
  return event.callId !== undefined || parseUndoLabel(event.label) !== undefined;
}

/** For a command, only the command line. */
function quoted(label: string): string {
  return `\`${shortened(label.replace(/^execute_command /, "").trim())}\``;
}

function shortened(text: string): string {
  return text.length > maxStepLength ? `${text.slice(0, maxStepLength - 1)}…` : text;
}
