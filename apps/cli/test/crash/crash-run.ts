import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chatServer } from "@roo-code/testkit/chat-server";
import { type Outcome, parseLines, type Started, startProgram } from "../roo.ts";
import { type Ending, problemsOf } from "./crash-problems.ts";
import { createCrashProject, filesOf, journalOf, linesOf, logsOf } from "./crash-project.ts";
import type { FrozenCli } from "./frozen-cli.ts";
import type { KillPoint, LoggedEvent } from "./kill-point.ts";
import type { CrashProject, CrashScenario } from "./scenario.ts";

const hook = fileURLToPath(new URL("kill-at-event.ts", import.meta.url));
const driver = fileURLToPath(new URL("queue-driver.ts", import.meta.url));
const maxRequests = 300;

export interface CrashReport {
  /** The run ended before that point: parallel tasks do not always write in the same order. */
  readonly survived: boolean;
  readonly problems: readonly string[];
}

export interface Uninterrupted {
  readonly events: readonly LoggedEvent[];
  readonly ending: Ending;
  readonly problems: readonly string[];
}

/** The task without a kill: the expected end state, and the events to kill at. */
export async function runUninterrupted(scenario: CrashScenario, cli: FrozenCli): Promise<Uninterrupted> {
  return withProject({ scenario, cli }, async (project, baseUrl) => {
    const record = `${project.journal}.events`;
    const run = start({ scenario, cli, project, baseUrl }, { CRASH_RECORD: record });
    const outcome = await run.ended;
    const events = existsSync(record) ? (parseLines(readFileSync(record, "utf8")) as LoggedEvent[]) : [];
    const logs = logsOf(project.here);
    const ending = { files: filesOf(project.here), journal: journalOf(project), logs };
    const problems = outcome.code === 0 ? [] : [`ended with ${outcome.code}: ${outcome.stderr}`];
    return { events, ending, problems: [...problems, ...((await scenario.problems?.(project, logs)) ?? [])] };
  });
}

/** The same, killed at one point and resumed. */
export async function runKilled(
  scenario: CrashScenario,
  options: { readonly cli: FrozenCli; readonly point: KillPoint; readonly expected: Ending },
): Promise<CrashReport> {
  const { cli, point, expected } = options;
  return withProject({ scenario, cli }, async (project, baseUrl) => {
    const parts = { scenario, cli, project, baseUrl };
    const killed = await start(parts, { CRASH_POINT: JSON.stringify(point) }).ended;
    const survived = killed.code === 0;
    const before = linesOf(project.here);
    const resumed = survived ? killed : await resume(parts, killed).ended;
    const logs = logsOf(project.here);
    const ending = { files: filesOf(project.here), journal: journalOf(project), logs };
    const after = linesOf(project.here);
    const problems = problemsOf({ expected, ending, before, after, shown: killed.stdout });
    if (resumed.code !== 0) problems.push(`resume ended with ${resumed.code}: ${resumed.stderr}`);
    return { survived, problems: [...problems, ...((await scenario.problems?.(project, logs)) ?? [])] };
  });
}

async function withProject<Value>(
  { scenario, cli }: Pick<Parts, "scenario" | "cli">,
  work: (project: CrashProject, baseUrl: string) => Promise<Value>,
): Promise<Value> {
  const server = await chatServer();
  using project = createCrashProject(scenario, { cli, baseUrl: server.baseUrl });
  server.push(
    ...Array.from(
      { length: maxRequests },
      () => (request: Parameters<CrashScenario["answer"]>[0]) => scenario.answer(request, project.journal),
    ),
  );
  try {
    return await work(project, server.baseUrl);
  } finally {
    await server.close();
  }
}

interface Parts {
  readonly scenario: CrashScenario;
  readonly cli: FrozenCli;
  readonly project: CrashProject;
  readonly baseUrl: string;
}

function start(parts: Parts, env: NodeJS.ProcessEnv): Started {
  const { scenario, baseUrl } = parts;
  if (scenario.isQueued) return launch(parts, ["--import", hook, driver, baseUrl], env);
  return launch(parts, ["--import", hook, parts.cli.program, ...scenario.start, ...flagsOf(parts)], env);
}

function resume(parts: Parts, killed: Outcome): Started {
  const { scenario, project, cli, baseUrl } = parts;
  const root = logsOf(project.here).get("root") ?? [];
  const [first] = root;
  // Killed before anything was acknowledged: started again.
  if (first?.type !== "task.start") return start(parts, {});
  if (scenario.isQueued) {
    const hasStarted = root.some((event) => event.type === "tool.start" && event.callId === "step-1-0");
    const isAcknowledged = killed.stdout.includes('"acknowledged"');
    return launch(parts, [driver, baseUrl, first.taskId, ...(hasStarted && !isAcknowledged ? ["again"] : [])], {});
  }
  const hasPrompt = scenario.prompt === undefined || root.some(({ type }) => type === "message.added");
  const prompt = hasPrompt ? [] : [scenario.prompt ?? ""];
  return launch(parts, [cli.program, "tasks", "resume", first.taskId, ...prompt, ...flagsOf(parts)], {});
}

function flagsOf({ scenario, baseUrl }: Parts): string[] {
  const hasProfile = scenario.flags.includes("--profile");
  const model = hasProfile ? [] : ["--base-url", baseUrl, "--model", "careful"];
  return [...scenario.flags, ...model, "--output", "ndjson"];
}

function launch({ cli, project: { here } }: Parts, args: readonly string[], env: NodeJS.ProcessEnv): Started {
  const all = { ...here.env, NODE_COMPILE_CACHE: cli.compiled, ...env };
  return startProgram(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: here.folder,
    env: all,
  });
}
