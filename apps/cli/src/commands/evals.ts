import { withSubcommands } from "../subcommands.ts";

/** Which model, prompt or server is better, at what cost, and whether the difference is real. */
export async function evals(args: readonly string[]): Promise<number> {
  // Internal: started by a controller for one trial, and by an agent in a trial.
  if (args[0] === "runner") return (await import("./evals-runner.ts")).evalsRunner();
  if (args[0] === "office") return (await import("./evals-office.ts")).evalsOffice(args.slice(1));
  return family(args);
}

const family = withSubcommands({
  name: "evals",
  help: `roo evals suites|run|status|watch|show|compare|export|mcp|resume|cancel|prune|migrate|from-task

  suites [DIR]            list exercises, and missing toolchains
  run [flags]             let an agent try exercises, and grade the results; start with --agent oracle
  status [RUN]            list runs and their status, or show one
  watch RUN               follow a run
  show RUN [TRIAL]        show the result of a run, or of one trial
  compare RUN RUN…        compare runs with the first
  export RUN…             export a report as Markdown, JSON, HTML with charts, or CSV
  mcp [RUN…]              benchmark MCP servers with the same intents
  resume RUN              continue a run, or help with one on another machine
  cancel RUN              stop a run; finished trials are kept
  migrate                 migrate the database; other commands do this automatically
  prune                   delete old runs and their files
  from-task TASK          turn a recorded task into an exercise

Runs are stored in the PostgreSQL database at DATABASE_URL, else in an embedded one under ROO_HOME. See docs/evals.md.`,
  commands: {
    suites: async (args) => (await import("./evals-suites.ts")).evalsSuites(args),
    run: async (args) => (await import("./evals-run.ts")).evalsRun(args),
    status: async (args) => (await import("./evals-status.ts")).evalsStatus(args),
    watch: async (args) => (await import("./evals-watch.ts")).evalsWatch(args),
    show: async (args) => (await import("./evals-show.ts")).evalsShow(args),
    compare: async (args) => (await import("./evals-compare.ts")).evalsCompare(args),
    export: async (args) => (await import("./evals-export.ts")).evalsExport(args),
    resume: async (args) => (await import("./evals-resume.ts")).evalsResume(args),
    cancel: async (args) => (await import("./evals-cancel.ts")).evalsCancel(args),
    mcp: async (args) => (await import("./evals-mcp.ts")).evalsMcp(args),
    migrate: async (args) => (await import("./evals-migrate.ts")).evalsMigrate(args),
    prune: async (args) => (await import("./evals-prune.ts")).evalsPrune(args),
    "from-task": async (args) => (await import("./evals-from-task.ts")).evalsFromTask(args),
  },
});
