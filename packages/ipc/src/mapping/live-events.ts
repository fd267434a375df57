import type { LiveDelta } from "@roo-code/types";
import type { RooEvent } from "../wire/task-event.ts";
import { created, newMessage, type RooTask, updated } from "./roo-task.ts";

/** What a command has printed is told from its end, as far as this. */
const maxOutputLength = 64 * 1024;

/** A message that grows: told whole each time, as Roo Code does. */
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
      return [];
    default:
      // Of a newer version.
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

/** What was growing is whole, or will not go on. */
export function finishLive(task: RooTask): RooEvent[] {
  const growing = [task.reasoning, task.text].filter((message) => message !== undefined);
  task.reasoning = undefined;
  task.text = undefined;
  return growing.map((message) => updated(task, { ...message, partial: false }));
}
