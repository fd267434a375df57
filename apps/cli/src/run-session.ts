import type { RunOptions, TaskSession } from "@roo-code/host";
import type { ImagePart, LiveDelta, TaskEvent } from "@roo-code/types";
import { exitCodeOf } from "./exit-codes.ts";
import { listenForInterrupts } from "./interrupts.ts";
import { newOpId } from "./op-id.ts";
import type { RunOutput } from "./output/run-output.ts";
import { steadyMemory } from "./steady-memory.ts";

/** Opens a session, says the prompt, shows the run, and returns the exit code. */
export async function runSession(options: {
  open: (observe: RunOptions["observe"]) => Promise<TaskSession>;
  prompt?: { text: string; images: readonly ImagePart[] };
  output: RunOutput;
  attended: boolean;
}): Promise<number> {
  const { open, prompt, output, attended } = options;
  const listeners: ((item: TaskEvent | LiveDelta) => void)[] = [(item) => output.observe(item), steadyMemory()];
  const session = await open((item) => {
    for (const listener of listeners) listener(item);
  });
  const ended = new AbortController();
  if (attended) {
    const { attend } = await import("./attend.ts");
    const ask = attend({
      submit: (op) => session.submit(op),
      // Not by a signal: with the input at its end nothing would keep the process until it arrives.
      interrupt: () => process.emit("SIGINT", "SIGINT"),
      stdin: process.stdin,
      stderr: process.stderr,
      signal: ended.signal,
    });
    listeners.push((item) => {
      if (!("live" in item)) ask(item);
    });
  }
  const interrupts = listenForInterrupts({
    stop: () => {
      ended.abort();
      void session.submit({ type: "run.abort", opId: newOpId() });
    },
    kill: () => session.disposeNow(),
  });
  // Said and run in one breath: the prompt and the run's start reach the disk together.
  const said = prompt
    ? session.submit({ type: "message.send", opId: newOpId(), text: prompt.text, images: [...prompt.images] })
    : undefined;
  // A disk that refuses the prompt refuses the run's start as well, and the run reports it.
  said?.catch(() => {});
  const result = await session.run();
  ended.abort();
  interrupts.dispose();
  output.finish(result);
  return exitCodeOf(result.status, interrupts.received());
}
