export { checkSandbox, runSandboxed, type SandboxReport } from "@roo-code/workspace/sandbox";
export { machineFeatures } from "./machine-features.ts";
