import type { EventOf, TaskEvent } from "./event.ts";
import { parseUndoLabel, type UndoLabel } from "./undo-label.ts";

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

interface Scene {
  readonly event: Labelled;
  readonly events: readonly TaskEvent[];
}

function describeUndo(undo: UndoLabel, { event, events }: Scene): string {
  const files = filesOf(undo, event);
  if (undo.kind === "redo") return `Redid ${redone(undo.toSeq, events)}`;
  if (undo.kind === "undo" || undo.paths) return `Undid ${files ?? stepAt(undo.toSeq, events) ?? "a step"}`;
  return `Restored to ${pointAt(undo.toSeq, events)}`;
}

/** What an undo had undone, and a redo restores. */
function redone(seq: number, events: readonly TaskEvent[]): string {
  const event = events.find((one): one is Labelled => one.seq === seq && isLabelled(one));
  const undo = event && parseUndoLabel(event.label);
  if (!undo) return "what was undone";
  const step = stepAt(undo.toSeq, events);
  if (undo.kind === "restore" && !undo.paths) return step ? `${step} and what followed` : "what was undone";
  return filesOf(undo, event) ?? step ?? "what was undone";
}

function filesOf(undo: UndoLabel, event: Labelled): string | undefined {
  const asked = undo.kind === "redo" ? undefined : undo.paths?.map((path) => path || "all files");
  const changed = event.type === "change.added" ? event.files.map(({ path }) => path) : [];
  const names = asked && asked.length > 0 ? asked : changed;
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
