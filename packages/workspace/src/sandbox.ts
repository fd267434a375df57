export { RooIgnore } from "./roo-ignore.ts";
export { checkSandbox, type SandboxReport, type SandboxTrial } from "./sandbox/check-sandbox.ts";
export { examineSandbox, openSandbox, type SandboxOptions } from "./sandbox/open-sandbox.ts";
export { runSandboxed, type SandboxedRun } from "./sandbox/run-sandboxed.ts";
export type { CommandSandbox, PlainStart, SandboxedStart } from "./sandbox/sandbox.ts";
