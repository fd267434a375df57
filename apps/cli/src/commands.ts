export interface CommandEntry {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** Loads the command's code and returns it: arguments in, exit code out. */
  load(): Promise<(args: readonly string[]) => Promise<number>>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: "run",
    usage: 'run "<prompt>"',
    summary: "let the agent do something, here and now",
    load: async () => (await import("./commands/run.ts")).run,
  },
  {
    name: "demo",
    usage: "demo",
    summary: "watch a scripted model repair a failing test; needs no key",
    load: async () => (await import("./commands/demo.ts")).demo,
  },
  {
    name: "tasks",
    usage: "tasks list|show|resume|delete",
    summary: "what was done, and going on with it",
    load: async () => (await import("./commands/tasks.ts")).tasks,
  },
  {
    name: "serve",
    usage: "serve",
    summary: "the server and its page, on 127.0.0.1:3446",
    load: async () => (await import("./commands/serve.ts")).serve,
  },
  {
    name: "doctor",
    usage: "doctor",
    summary: "what is installed, what is missing, what that switches off",
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
];
