import { LocalWorkspace } from "@roo-code/workspace";

// `node sandbox-in-child.ts <workspace> <home> <command>`: runs one command in a process that can be killed or run as another user.
const [root = "", home = "", command = ""] = process.argv.slice(2);
const profile = () => ({ write: "all", network: "none" }) as const;
const workspace = new LocalWorkspace({ root, sandbox: { choice: "auto", home, profile } });
await workspace.execute({
  command,
  timeoutMs: 100_000,
  signal: new AbortController().signal,
  maxOutputBytes: 1000,
  onOutput: (text) => process.stdout.write(text),
});
await workspace.dispose();
