interface CommandEntry {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** Arguments in, exit code out. */
  readonly run: (args: readonly string[]) => Promise<number>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: "run",
    usage: 'run "<prompt>"',
    summary: "run a task in this folder",
    run: async (args) => (await import("./commands/run.ts")).run(args),
  },
  {
    name: "demo",
    usage: "demo",
    summary: "watch a scripted model fix a failing test; needs no API key",
    run: async (args) => (await import("./commands/demo.ts")).demo(args),
  },
  {
    name: "tasks",
    usage: "tasks list|search|show|watch|resume|fork|delete|prune",
    summary: "list, search, resume and delete tasks",
    run: async (args) => (await import("./commands/tasks.ts")).tasks(args),
  },
  {
    name: "checkpoints",
    usage: "checkpoints [TASK]",
    summary: "list the points to which files can be restored",
    run: async (args) => (await import("./commands/checkpoints.ts")).checkpoints(args),
  },
  {
    name: "diff",
    usage: "diff [TASK] [PATH…]",
    summary: "show what a task changed",
    run: async (args) => (await import("./commands/diff.ts")).diff(args),
  },
  {
    name: "undo",
    usage: "undo [n] [PATH…]",
    summary: "undo the last steps of a task",
    run: async (args) => (await import("./commands/undo.ts")).undo(args),
  },
  {
    name: "workflow",
    usage: "workflow run|resume|show|check",
    summary: "run a plan with phases, written in YAML",
    run: async (args) => (await import("./commands/workflow.ts")).workflow(args),
  },
  {
    name: "init",
    usage: "init",
    summary: "create a small commented .roo/ in a project",
    run: async (args) => (await import("./commands/init.ts")).init(args),
  },
  {
    name: "import",
    usage: "import",
    summary: "import from Roo Code, Cline, Kilo Code, Claude Code, Codex or opencode",
    run: async (args) => (await import("./commands/import.ts")).importCommand(args),
  },
  {
    name: "export",
    usage: "export TASK",
    summary: "export a task as Markdown, JSON, Roo Code files or a trajectory",
    run: async (args) => (await import("./commands/export.ts")).exportCommand(args),
  },
  {
    name: "approve",
    usage: 'approve explain "<command>"',
    summary: "explain how a command is parsed, and which approval rule decides",
    run: async (args) => (await import("./commands/approve.ts")).approve(args),
  },
  {
    name: "config",
    usage: "config show|get|set|edit|path|trust",
    summary: "show and change settings",
    run: async (args) => (await import("./commands/config.ts")).config(args),
  },
  {
    name: "modes",
    usage: "modes list|show|new|export|import",
    summary: "list, create, export and import modes",
    run: async (args) => (await import("./commands/modes.ts")).modes(args),
  },
  {
    name: "mcp",
    usage: "mcp list|add|remove|enable|disable|tools|call|logs|…",
    summary: "manage MCP servers",
    run: async (args) => (await import("./commands/mcp.ts")).mcp(args),
  },
  {
    name: "sandbox",
    usage: "sandbox check|run",
    summary: "check the sandbox, or run a command in it",
    run: async (args) => (await import("./commands/sandbox.ts")).sandbox(args),
  },
  {
    name: "profiles",
    usage: "profiles list|add|use|test|remove|export",
    summary: "manage provider profiles",
    run: async (args) => (await import("./commands/profiles.ts")).profiles(args),
  },
  {
    name: "providers",
    usage: "providers",
    summary: "list model providers, and which are ready to use",
    run: async (args) => (await import("./commands/providers.ts")).providers(args),
  },
  {
    name: "models",
    usage: "models [PROVIDER] [FILTER…]",
    summary: "list models with their context window, prices and capabilities",
    run: async (args) => (await import("./commands/models.ts")).models(args),
  },
  {
    name: "index",
    usage: "index status|build|search",
    summary: "index this folder's code, and search it by meaning",
    run: async (args) => (await import("./commands/index-command.ts")).indexCommand(args),
  },
  {
    name: "evals",
    usage: "evals suites|run|status|show|compare|…",
    summary: "compare models, prompts and servers on exercises",
    run: async (args) => (await import("./commands/evals.ts")).evals(args),
  },
  {
    name: "serve",
    usage: "serve",
    summary: "start the server and web app on 127.0.0.1:3446",
    // Loads a whole web server, which nothing else needs.
    run: async (args) => (await import("./commands/serve.ts")).serve(args),
  },
  {
    name: "open",
    usage: "open",
    summary: "open the web app of the running server, here or on a phone",
    run: async (args) => (await import("./commands/open.ts")).open(args),
  },
  {
    name: "attach",
    usage: "attach [PATH]",
    summary: "follow a task of another process, and answer its questions",
    run: async (args) => (await import("./commands/attach.ts")).attach(args),
  },
  {
    name: "completion",
    usage: "completion bash|zsh|fish",
    summary: "print a script that completes commands and flags in a shell",
    run: async (args) => (await import("./commands/completion.ts")).completion(args),
  },
  {
    name: "doctor",
    usage: "doctor",
    summary: "check the installation: what is missing, and what that disables",
    run: async (args) => (await import("./commands/doctor.ts")).doctor(args),
  },
];
