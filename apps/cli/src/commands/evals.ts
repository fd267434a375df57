import { withSubcommands } from "../subcommands.ts";

/** Which model, prompt or server is better, at what cost, and whether the difference is real. */
export async function evals(args: readonly string[]): Promise<number> {
  // Started by a controller for one trial, and by an agent in one; never by a person.
  if (args[0] === "runner") return (await import("./evals-runner.ts")).evalsRunner();
  if (args[0] === "office") return (await import("./evals-office.ts")).evalsOffice(args.slice(1));
  return family(args);
}

const family = withSubcommands({
  name: "evals",
  help: `roo evals suites|run|status|watch|show|compare|export|mcp|resume|cancel|prune|migrate|from-task

  suites [DIR]            the exercises there are, and what this machine lacks to grade them
  run [flags]             try exercises with an agent and grade what it did; begin with --agent oracle
  status [RUN]            the runs, or how one stands
  watch RUN               follow a run that goes on elsewhere
  show RUN [TRIAL]        what a run, or one trial of it, came to
  compare RUN RUN…        whether the others are better than the first, and how sure that is
  export RUN…             a report as Markdown, JSON, a page with charts, or CSV
  mcp [RUN…]              the same intents against several MCP servers, or what runs say of theirs
  resume RUN              go on with the rest of a run, or help with one that goes on on another machine
  cancel RUN              stop a run; what was tried stays
  migrate                 bring the tables up to date, which every other command does by itself
  prune                   remove old runs and what they left
  from-task TASK          make a recorded task a graded exercise

Runs are kept in the PostgreSQL that DATABASE_URL names, else in one of our own under ROO_HOME. See docs/evals.md.`,
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
