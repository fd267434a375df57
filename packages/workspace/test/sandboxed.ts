import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { CommandOutcome, CommandProfile, CommandRequest, SandboxChoice } from "@roo-code/types";
import { findBubblewrap, probeBubblewrap } from "../src/sandbox/bubblewrap/probe-bubblewrap.ts";
import type { SandboxStrictness } from "../src/sandbox/sandbox.ts";

const program = findBubblewrap();

/** Whether commands can be confined on the machine of the tests. */
export const hasBubblewrap = program !== undefined && (await probeBubblewrap(program)).abilities !== undefined;

export interface SandboxedOptions extends Partial<CommandProfile>, SandboxStrictness {
  readonly choice?: SandboxChoice;
  readonly environment?: NodeJS.ProcessEnv;
}

/** A folder of its own whose commands are confined, and a home of ours beside it. */
export function sandboxedWorkspace(
  files: Readonly<Record<string, string>> = {},
  { choice = "auto", write = "all", network = "none", environment = process.env, ...strictness }: SandboxedOptions = {},
): TempWorkspace & { readonly home: string } {
  const home = mkdtempSync(join(tmpdir(), "roo-home-"));
  const profile = (): CommandProfile => ({ write, network });
  const temp = createTempWorkspace(files, { environment, sandbox: { ...strictness, choice, profile, home } });
  return {
    ...temp,
    home,
    async [Symbol.asyncDispose]() {
      await temp[Symbol.asyncDispose]();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export async function run(
  { workspace }: TempWorkspace,
  command: string,
  more: Partial<CommandRequest> = {},
): Promise<CommandOutcome> {
  return workspace.execute({
    command,
    timeoutMs: 25_000,
    signal: new AbortController().signal,
    maxOutputBytes: 10_000,
    onOutput: () => undefined,
    ...more,
  });
}
