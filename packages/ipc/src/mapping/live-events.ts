import type { LiveDelta } from "@roo-code/types";
import type { RooEvent } from "../wire/task-event.ts";
import { created, newMessage, type RooTask, updated } from "./roo-task.ts";

/** Only the end of a command's output is sent, up to this length. */
const maxOutputLength = 64 * 1024;

/** Streamed output as a partial message, sent whole each time, as Roo Code does. */
export function liveEvents(task: RooTask, delta: LiveDelta): RooEvent[] {
  switch (delta.type) {
    case "text.delta":
      return grow(task, "text", delta.text);
    case "reasoning.delta":
      return grow(task, "reasoning", delta.text);
    case "output.delta":
      return growOutput(task, delta.callId, delta.text);
    case "call.start":
    case "call.delta":
    case "progress.delta":
      return [];
    default:
      // From a newer version.
      delta satisfies never;
      return [];
  }
}

function grow(task: RooTask, kind: "text" | "reasoning", more: string): RooEvent[] {
  const known = task[kind];
  const fields = { text: (known?.text ?? "") + more, partial: true };
  const message = known ? { ...known, ...fields } : newMessage(task, { type: "say", say: kind, ...fields });
  task[kind] = message;
  return [known ? updated(task, message) : created(task, message)];
}

function growOutput(task: RooTask, callId: string, more: string): RooEvent[] {
  const known = task.outputs.get(callId);
  const text = ((known?.text ?? "") + more).slice(-maxOutputLength);
  const fields = { text, partial: true };
  const message = known ? { ...known, ...fields } : newMessage(task, { type: "say", say: "command_output", ...fields });
  task.outputs.set(callId, message);
  return [known ? updated(task, message) : created(task, message)];
}

/** Marks the partial messages as complete. */
export function finishLive(task: RooTask): RooEvent[] {
  const partials = [task.reasoning, task.text].filter((message) => message !== undefined);
  task.reasoning = undefined;
  task.text = undefined;
  return partials.map((message) => updated(task, { ...message, partial: false }));
}
