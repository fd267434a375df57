import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { RooError } from "@roo-code/types";
import { childEnvironment } from "../commands/child-environment.ts";
import { findShell } from "../commands/command-shell.ts";
import { endProcessTree } from "../commands/process-tree.ts";

export interface ShellOptions {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly columns: number;
  readonly rows: number;
  readonly onOutput: (text: string) => void;
  readonly onEnd: (exitCode: number | null) => void;
}

/** A user's terminal. */
export interface Shell {
  write(text: string): void;
  resize(columns: number, rows: number): void;
  /** While paused, programs block until their output is read. */
  pause(): void;
  resume(): void;
  /** Ends it with everything started in it, including background processes. May be called twice. */
  close(): Promise<void>;
}

/** The user's login shell in a folder, without our keys in its environment. Throws `RooError` `no_terminal`. */
export async function openShell(options: ShellOptions): Promise<Shell> {
  const { folder, environment, columns, rows, onOutput, onEnd } = options;
  const { spawn } = await import("@lydell/node-pty").catch((cause: unknown) => {
    throw new RooError({ code: "no_terminal", message: "No terminal can be opened on this machine.", cause });
  });
  const mark = randomUUID();
  const terminal = spawn(defaultShell(environment), [], {
    name: "xterm-256color",
    cols: columns,
    rows,
    cwd: folder,
    env: { ...shellEnvironment(environment), ROO_SHELL: mark },
  });
  let isOver = false;
  terminal.onData(onOutput);
  terminal.onExit(({ exitCode, signal }) => {
    isOver = true;
    onEnd(signal ? null : exitCode);
  });
  const unlessOver = (act: () => void) => () => {
    if (!isOver) act();
  };
  return {
    write: (text) => unlessOver(() => terminal.write(text))(),
    resize: (toColumns, toRows) => unlessOver(() => terminal.resize(toColumns, toRows))(),
    pause: unlessOver(() => terminal.pause()),
    resume: unlessOver(() => terminal.resume()),
    close: () => endProcessTree({ leaders: new Set([terminal.pid]), environmentMark: `ROO_SHELL=${mark}` }),
  };
}

function defaultShell({ SHELL: named }: NodeJS.ProcessEnv): string {
  return named || userInfo().shell || findShell().program;
}

/** A user reads the screen and types: pagers and editors are allowed. */
function shellEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const { SHELL, EDITOR, VISUAL, PAGER } = environment;
  const own = Object.entries({ SHELL, EDITOR, VISUAL, PAGER }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  const forPrograms = childEnvironment({});
  const passed = Object.entries(childEnvironment(environment)).filter(
    ([name]) => !(name in forPrograms) || name === "LANG",
  );
  return { ...Object.fromEntries(passed), ...Object.fromEntries(own), TERM: "xterm-256color", COLORTERM: "truecolor" };
}
