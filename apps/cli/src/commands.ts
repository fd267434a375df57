import { demo } from "./commands/demo.ts";
import { doctor } from "./commands/doctor.ts";
import { run } from "./commands/run.ts";
import { tasks } from "./commands/tasks.ts";

export interface CommandEntry {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** Arguments in, exit code out. */
  readonly run: (args: readonly string[]) => Promise<number>;
}

export const commands: readonly CommandEntry[] = [
  { name: "run", usage: 'run "<prompt>"', summary: "let the agent do something, here and now", run },
  { name: "demo", usage: "demo", summary: "watch a scripted model repair a failing test; needs no key", run: demo },
  { name: "tasks", usage: "tasks list|show|resume|delete", summary: "what was done, and going on with it", run: tasks },
  {
    name: "serve",
    usage: "serve",
    summary: "the server and its page, on 127.0.0.1:3446",
    // Brings a whole web server along, which nothing else needs.
    run: async (args) => (await import("./commands/serve.ts")).serve(args),
  },
  {
    name: "doctor",
    usage: "doctor",
    summary: "what is installed, what is missing, what that switches off",
    run: doctor,
  },
];
