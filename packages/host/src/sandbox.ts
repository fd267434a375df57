export { checkSandbox, runSandboxed, type SandboxReport } from "@roo-code/workspace/sandbox";
