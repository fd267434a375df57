export { RooIgnore } from "./roo-ignore.ts";
export { checkSandbox, type SandboxReport, type SandboxTrial } from "./sandbox/check-sandbox.ts";
export { findContainerEngine } from "./sandbox/container/find-container-engine.ts";
export { ControlGroups } from "./sandbox/control-groups.ts";
export { limitsWith } from "./sandbox/limits.ts";
export { examineSandbox, openSandbox, type SandboxOptions } from "./sandbox/open-sandbox.ts";
export { runSandboxed, type SandboxedRun } from "./sandbox/run-sandboxed.ts";
export type { CommandSandbox, PlainStart, SandboxedStart } from "./sandbox/sandbox.ts";
