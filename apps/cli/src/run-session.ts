import type { RuleKeeper, RunOptions, TaskSession } from "@roo-code/host";
import type { IpcDoor } from "@roo-code/host/ipc";
import type { ImagePart, Op } from "@roo-code/types";
import { exitCodeOf } from "./exit-codes.ts";
import { exitWhenInterrupted, listenForInterrupts } from "./interrupts.ts";
import { newOpId } from "./op-id.ts";
import type { RunOutput } from "./output/run-output.ts";
import { steadyMemory } from "./steady-memory.ts";
import { visibleText } from "./terminal-text.ts";

/** What a person wants done. */
export interface Prompt {
  readonly text: string;
  /** As they typed it, where the text is what a slash command stands for. */
  readonly typed: string;
  readonly images: readonly ImagePart[];
}

/** Opens a session, says the prompt, shows the run, and returns the exit code. */
export async function runSession(options: {
  open: (observe: RunOptions["observe"]) => Promise<TaskSession>;
  prompt?: Prompt;
  output: RunOutput;
  attended: boolean;
  rules?: RuleKeeper;
  /** Shows the task to other programs, whose ops reach it as well. */
  door?: Pick<IpcDoor, "observe" | "adopt">;
}): Promise<number> {
  const { open, prompt, output, attended, door } = options;
  const listeners: RunOptions["observe"][] = [(item, source) => output.observe(item, source), steadyMemory()];
  if (door) listeners.push(door.observe);
  const stopExiting = exitWhenInterrupted();
  const session = await open((item, source) => {
    for (const listener of listeners) listener(item, source);
  });
  await door?.adopt(session);
  const ended = new AbortController();
  if (attended) {
    const { AttachedQuestions } = await import("./attach/attached-questions.ts");
    const questions = new AttachedQuestions({
      submit: (op, taskId) => session.submit(op, taskId),
      // Not by a signal: with the input at its end nothing would keep the process until it arrives.
      interrupt: () => process.emit("SIGINT", "SIGINT"),
      stdin: process.stdin,
      stderr: process.stderr,
      ...(options.rules && { rules: options.rules }),
    });
    questions.begin();
    ended.signal.addEventListener("abort", () => questions.stop());
    listeners.push((item, source) => {
      if (!("live" in item)) questions.observe(item, source);
    });
  }
  const interrupts = listenForInterrupts({
    stop: () => {
      ended.abort();
      void session.submit({ type: "run.abort", opId: newOpId() });
    },
    kill: () => session.disposeNow(),
  });
  stopExiting();
  const message = prompt && (await messageOf(prompt, session, ended.signal));
  // Said and run in one breath: the prompt and the run's start reach the disk together.
  const said = message && session.submit(message);
  // A disk that refuses the prompt refuses the run's start as well, and the run reports it.
  said?.catch(() => {});
  const result = await session.run();
  ended.abort();
  interrupts.dispose();
  output.finish(result);
  return exitCodeOf(result.status, interrupts.received());
}

/** The prompt with what it mentions. Only what the person typed themself is looked up. */
async function messageOf({ text, typed, images }: Prompt, session: TaskSession, signal: AbortSignal): Promise<Op> {
  const op = { type: "message.send" as const, opId: newOpId(), text };
  const composed = await session.compose(typed, signal).catch(() => undefined);
  // Stopped meanwhile: the run ends at once, and says so.
  if (!composed) return { ...op, images: [...images] };
  for (const notice of composed.notices) process.stderr.write(`roo: ${visibleText(notice)}\n`);
  const { attachment, seen } = composed;
  return {
    ...op,
    images: [...images, ...composed.images],
    ...(seen.length > 0 && { seen: [...seen] }),
    ...(attachment !== undefined && { attachment }),
  };
}
