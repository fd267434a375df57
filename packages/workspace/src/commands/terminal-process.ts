import type { IPty } from "@lydell/node-pty";
import { ToolFailure } from "@roo-code/types";
import type { CommandProcess, ProcessEnd, ProcessStart } from "./command-process.ts";
import { signalName } from "./command-process.ts";
import { asSpawnFailure } from "./spawn-failure.ts";

const size = { cols: 120, rows: 40 };
const endOfFile = "\u0004";

/** Starts a command in its own terminal: it can prompt, hide input, draw. Loaded when first needed. */
export async function startInTerminal(start: ProcessStart): Promise<CommandProcess> {
  const terminal = await openTerminal(start);
  // The types only have text; without an encoding it emits bytes.
  terminal.onData((chunk: string | Uint8Array) => start.take(typeof chunk === "string" ? Buffer.from(chunk) : chunk));
  const exited = new Promise<ProcessEnd>((resolve) => {
    terminal.onExit(({ exitCode, signal }) =>
      resolve(signal ? { exitCode: null, signal: signalName(signal) } : { exitCode, signal: null }),
    );
  });
  let isOver = false;
  const closed = exited.then(() => {
    isOver = true;
  });
  const write = (text: string): void => {
    if (!isOver) terminal.write(text);
  };
  return {
    pid: terminal.pid,
    exited,
    gone: exited,
    closed,
    // Enter is a carriage return, which the terminal turns into a line break unless a program reads raw keys.
    write: (text) => write(text.replaceAll(/\r?\n/g, "\r")),
    closeInput: () => write(endOfFile),
    release: () => undefined,
  };
}

async function openTerminal(start: ProcessStart): Promise<IPty> {
  const { spawn } = await import("@lydell/node-pty").catch(() => {
    throw new ToolFailure("no_terminal", 'No terminal can be opened on this machine. Use stdin "pipe", or none.');
  });
  try {
    return spawn(start.program, [...start.arguments], {
      name: "xterm",
      ...size,
      cwd: start.cwd,
      env: start.environment,
      encoding: null,
    });
  } catch (error) {
    throw asSpawnFailure(error);
  }
}
