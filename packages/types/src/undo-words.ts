import type { EventOf, TaskEvent } from "./event.ts";
import { parseUndoLabel, type UndoLabel } from "./undo-label.ts";

type Labelled = EventOf<"change.added"> | EventOf<"snapshot.added">;

const mostFiles = 3;
const longestStep = 80;

/** The label of an event as a person reads it: what an undo did, in words; any other as it is. */
export function labelInWords(event: Labelled, events: readonly TaskEvent[]): string {
  const undo = event.callId === undefined ? parseUndoLabel(event.label) : undefined;
  if (!undo) return event.label;
  // What comes later is none of its causes, and would lead in circles.
  const earlier = events.filter(({ seq }) => seq < event.seq);
  return undoInWords(undo, { event, events: earlier });
}

interface Scene {
  readonly event: Labelled;
  readonly events: readonly TaskEvent[];
}

function undoInWords(undo: UndoLabel, { event, events }: Scene): string {
  const files = filesOf(undo, event);
  if (undo.kind === "redo") return `Redid ${redone(undo.toSeq, events)}`;
  if (undo.kind === "undo" || undo.paths) return `Took back ${files ?? stepAt(undo.toSeq, events) ?? "a step"}`;
  return `Went back to ${pointAt(undo.toSeq, events)}`;
}

/** What an undo took back, which a redo brings. */
function redone(seq: number, events: readonly TaskEvent[]): string {
  const event = events.find((one): one is Labelled => one.seq === seq && isLabelled(one));
  const undo = event && parseUndoLabel(event.label);
  if (!undo) return "what was taken back";
  const step = stepAt(undo.toSeq, events);
  if (undo.kind === "restore" && !undo.paths) return step ? `${step} and what followed` : "what was taken back";
  return filesOf(undo, event) ?? step ?? "what was taken back";
}

function filesOf(undo: UndoLabel, event: Labelled): string | undefined {
  const asked = undo.kind === "redo" ? undefined : undo.paths?.map((path) => path || "all files");
  const changed = event.type === "change.added" ? event.files.map(({ path }) => path) : [];
  const names = asked && asked.length > 0 ? asked : changed;
  const total =
    names === changed && event.type === "change.added" ? names.length + (event.moreFiles ?? 0) : names.length;
  if (total === 0) return undefined;
  const more = total - mostFiles;
  return `${names.slice(0, mostFiles).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** The first thing from an event on that changed files, or the end of the run where the event is one. */
function pointAt(seq: number, events: readonly TaskEvent[]): string {
  if (events.some((event) => event.seq === seq && event.type === "run.end")) return "the end of the run";
  const next = nextChange(seq, events);
  if (!next) return "an earlier point";
  const isUndo = next.callId === undefined;
  return isUndo ? `before “${shortened(labelInWords(next, events))}”` : `before ${quoted(next.label)}`;
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

/** Of a command only what was run. */
function quoted(label: string): string {
  return `\`${shortened(label.replace(/^execute_command /, "").trim())}\``;
}

function shortened(text: string): string {
  return text.length > longestStep ? `${text.slice(0, longestStep - 1)}…` : text;
}
