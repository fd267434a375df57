import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { CommandOutcome, CommandProfile, CommandRequest, SandboxChoice, SharedPath } from "@roo-code/types";
import { afterAll, beforeAll, describe } from "vitest";
import { findBubblewrap, probeBubblewrap } from "../src/sandbox/bubblewrap/probe-bubblewrap.ts";
import type { SandboxStrictness } from "../src/sandbox/sandbox.ts";

const program = findBubblewrap();

/** Whether commands can be confined on this machine. */
export const hasBubblewrap = program !== undefined && (await probeBubblewrap(program)).abilities !== undefined;

export interface SandboxedOptions extends Partial<CommandProfile>, SandboxStrictness {
  readonly choice?: SandboxChoice;
  readonly environment?: NodeJS.ProcessEnv;
  readonly shared?: readonly SharedPath[];
}

/** Which sandboxes `run` uses. */
let isReady = false;

/** Runs the same tests in a sandbox created for its command, and in a prepared one: both must enforce the same. */
export function describeSandboxed(name: string, tests: () => void): void {
  for (const state of ["fresh", "ready"])
    describe.skipIf(!hasBubblewrap)(`${name}, ${state} (needs bwrap)`, () => {
      beforeAll(() => {
        isReady = state === "ready";
      });
      afterAll(() => {
        isReady = false;
      });
      tests();
    });
}

/** A workspace whose commands are confined, and a home of Roo next to it. */
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
  if (isReady) await workspace.standBy();
  return workspace.execute({
    command,
    timeoutMs: 25_000,
    signal: new AbortController().signal,
    maxOutputBytes: 10_000,
    onOutput: () => undefined,
    ...more,
  });
}
