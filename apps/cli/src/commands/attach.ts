import { RooError } from "@roo-code/types";
import { followTask, replayMissedReplies } from "../attach/follow-task.ts";
import { parseCommandLine } from "../command-line.ts";
import { exitCodeOf, signalExitCode } from "../exit-codes.ts";
import { choice, toggle } from "../flags.ts";
import { createRunOutput, isAttended } from "../output/run-output.ts";
import { ipcPath } from "../serve-ipc.ts";
import { visibleText } from "../terminal-text.ts";

const commandLine = {
  usage: "roo attach [PATH] [flags]",
  about: "Follow a task of another roo process, and answer its questions. Ctrl-C detaches; the task keeps running.",
  flags: {
    output: choice(["text", "ndjson"], "output format (default: text)"),
    quiet: toggle("no progress on standard error"),
  },
  positionals: { min: 0, max: 1 },
};

export async function attach(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { output = "text", quiet = false } = parsed.flags;
  const path = ipcPath(parsed.positionals[0]);
  if (path === undefined) throw noPath();
  const { IpcClient } = await import("@roo-code/ipc");
  const client = new IpcClient(path, { reconnect: false });
  const detached = new AbortController();
  let received: NodeJS.Signals = "SIGINT";
  const onSignal = (signal: NodeJS.Signals) => {
    received = signal;
    detached.abort();
  };
  for (const signal of signals) process.on(signal, onSignal);
  const { stdin, stderr } = process;
  const shown = createRunOutput(output, quiet);
  try {
    await client.ready();
    const result = await followTask({
      client,
      output: output === "text" ? replayMissedReplies(shown) : shown,
      terminal: isAttended(output) ? { stdin, stderr } : undefined,
      signal: detached.signal,
      detach: () => detached.abort(),
      warn: (line) => stderr.write(`roo: ${visibleText(line)}\n`),
    });
    if (result) return exitCodeOf(result.status, undefined);
    stderr.write("roo: detached; the task keeps running\n");
    return signalExitCode(received);
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
    client.disconnect();
  }
}

const signals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

function noPath(): RooError {
  const next = "Pass the PATH of roo run --ipc PATH or roo serve --ipc PATH.";
  return new RooError({ code: "wrong_usage", message: "Missing argument: PATH", next });
}
