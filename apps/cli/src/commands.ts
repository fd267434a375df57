import { config } from "./commands/config.ts";
import { demo } from "./commands/demo.ts";
import { doctor } from "./commands/doctor.ts";
import { profiles } from "./commands/profiles.ts";
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
  {
    name: "tasks",
    usage: "tasks list|search|show|watch|resume|fork|delete|prune",
    summary: "what was done, and going on with it",
    run: tasks,
  },
  {
    name: "checkpoints",
    usage: "checkpoints [TASK]",
    summary: "the points to which files can be taken back",
    run: async (args) => (await import("./commands/checkpoints.ts")).checkpoints(args),
  },
  {
    name: "diff",
    usage: "diff [TASK] [PATH…]",
    summary: "what a task changed",
    run: async (args) => (await import("./commands/diff.ts")).diff(args),
  },
  {
    name: "undo",
    usage: "undo [n] [PATH…]",
    summary: "take the last steps of a task back",
    run: async (args) => (await import("./commands/undo.ts")).undo(args),
  },
  {
    name: "workflow",
    usage: "workflow run|resume|show|check",
    summary: "carry out a plan with phases, written down in YAML",
    run: async (args) => (await import("./commands/workflow.ts")).workflow(args),
  },
  {
    name: "init",
    usage: "init",
    summary: "give a project a small commented .roo/",
    run: async (args) => (await import("./commands/init.ts")).init(args),
  },
  {
    name: "import",
    usage: "import",
    summary: "move in from Roo Code, Cline, Kilo Code, Claude Code, Codex or opencode",
    run: async (args) => (await import("./commands/import.ts")).importCommand(args),
  },
  {
    name: "export",
    usage: "export TASK",
    summary: "a task as Markdown, JSON, Roo Code's files or a trajectory",
    run: async (args) => (await import("./commands/export.ts")).exportCommand(args),
  },
  {
    name: "approve",
    usage: 'approve explain "<command>"',
    summary: "how a command is understood, and which rule decides",
    run: async (args) => (await import("./commands/approve.ts")).approve(args),
  },
  {
    name: "config",
    usage: "config show|get|set|edit|path|trust",
    summary: "settings, and where each value comes from",
    run: config,
  },
  {
    name: "modes",
    usage: "modes list|show|new|export|import",
    summary: "roles, what each may do, and your own",
    run: async (args) => (await import("./commands/modes.ts")).modes(args),
  },
  {
    name: "mcp",
    usage: "mcp list|add|remove|enable|disable|tools|call|logs|…",
    summary: "servers whose tools the agent can use",
    run: async (args) => (await import("./commands/mcp.ts")).mcp(args),
  },
  {
    name: "sandbox",
    usage: "sandbox check|run",
    summary: "what commands are held to, and trying it",
    run: async (args) => (await import("./commands/sandbox.ts")).sandbox(args),
  },
  {
    name: "profiles",
    usage: "profiles list|add|use|test|remove|export",
    summary: "named ways to reach a model",
    run: profiles,
  },
  {
    name: "providers",
    usage: "providers",
    summary: "the providers of models, what each needs, which are ready",
    run: async (args) => (await import("./commands/providers.ts")).providers(args),
  },
  {
    name: "models",
    usage: "models [PROVIDER] [WORD…]",
    summary: "models with their windows, prices and abilities",
    run: async (args) => (await import("./commands/models.ts")).models(args),
  },
  {
    name: "index",
    usage: "index status|build|search",
    summary: "search this folder's code by meaning",
    run: async (args) => (await import("./commands/index-command.ts")).indexCommand(args),
  },
  {
    name: "evals",
    usage: "evals suites|run|status|show|compare|…",
    summary: "which model is better at exercises, at what cost, and how sure that is",
    run: async (args) => (await import("./commands/evals.ts")).evals(args),
  },
  {
    name: "serve",
    usage: "serve",
    summary: "the server and its page, on 127.0.0.1:3446",
    // Brings a whole web server along, which nothing else needs.
    run: async (args) => (await import("./commands/serve.ts")).serve(args),
  },
  {
    name: "open",
    usage: "open",
    summary: "sign a browser in to the server that runs, here or on a phone",
    run: async (args) => (await import("./commands/open.ts")).open(args),
  },
  {
    name: "attach",
    usage: "attach [PATH]",
    summary: "follow a task that runs elsewhere, and answer its questions",
    run: async (args) => (await import("./commands/attach.ts")).attach(args),
  },
  {
    name: "doctor",
    usage: "doctor",
    summary: "what is installed, what is missing, what that switches off",
    run: doctor,
  },
];
