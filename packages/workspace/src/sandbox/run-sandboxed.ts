import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import type { CommandProfile } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import { childEnvironment, terminalEnvironment } from "../commands/child-environment.ts";
import { RooIgnore } from "../files/roo-ignore.ts";
import { installHint } from "./describe-enforcement.ts";
import { openSandbox } from "./open-sandbox.ts";

export interface SandboxedRun {
  /** With all links resolved. */
  readonly root: string;
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly profile: CommandProfile;
  readonly program: string;
  readonly arguments: readonly string[];
}

/**
 * Runs a program in the sandbox of a folder, on our own terminal, until it ends. Throws `RooError` `no_sandbox` if
 * there is none.
 */
export async function runSandboxed(request: SandboxedRun): Promise<{ exitCode: number; notes: readonly string[] }> {
  const { root, home, profile } = request;
  const ignored = new RooIgnore(root);
  const environment = terminalEnvironment(childEnvironment(request.environment));
  const sandbox = await openSandbox({ root, home, environment, isIgnored: () => ignored.load() });
  if (!sandbox) throw noSandbox();
  // Ctrl-C is meant for the program: it ends, and we report how.
  const onInterrupt = (): void => undefined;
  process.on("SIGINT", onInterrupt);
  try {
    const { program, arguments: args } = request;
    const isTerminal = process.stdin.isTTY;
    const plain = { program, arguments: args, cwd: root, environment, isTerminal, hasStatusPipe: false };
    const start = await sandbox.enter(plain, profile);
    const child = spawn(start.program, start.arguments, { cwd: start.cwd, env: start.environment, stdio: "inherit" });
    const [code, signal]: unknown[] = await once(child, "exit");
    const exitCode = typeof code === "number" ? code : 128 + numberOf(String(signal));
    return {
      exitCode,
      notes: [...(await start.finish()), ...start.notesOn({ output: "", isSuccess: exitCode === 0 })],
    };
  } finally {
    process.off("SIGINT", onInterrupt);
    sandbox.dispose();
  }
}

function numberOf(signal: string): number {
  return Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0;
}

function noSandbox(): RooError {
  return new RooError({
    code: "no_sandbox",
    message: "This machine has no sandbox for commands.",
    next: `Run roo sandbox check to see why. ${installHint()}`,
  });
}
