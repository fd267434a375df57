export { checkSandbox, runSandboxed, type SandboxReport } from "@roo-code/workspace/sandbox";

/** Optional features of this machine. */
export async function machineFeatures({
  home,
  environment,
}: {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
}): Promise<{ readonly hasBrowser: boolean; readonly sandbox: string }> {
  const [{ findBrowser }, { examineSandbox }] = await Promise.all([
    import("@roo-code/browser"),
    import("@roo-code/workspace/sandbox"),
  ]);
  const { kind } = await examineSandbox(home);
  return { hasBrowser: findBrowser(environment) !== undefined, sandbox: kind };
}
