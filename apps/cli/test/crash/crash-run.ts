import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chatServer } from "@roo-code/testkit/chat-server";
import { type Outcome, parseLines, type Started, startProgram } from "../roo.ts";
import { type Ending, problemsOf } from "./crash-problems.ts";
import { createCrashProject, filesOf, journalOf, linesOf, logsOf } from "./crash-project.ts";
import type { FrozenCli } from "./frozen-cli.ts";
import { type DiskPoint, type KillPoint, type LoggedEvent, straceArguments } from "./kill-point.ts";
import type { CrashDriver, CrashProject, CrashScenario } from "./scenario.ts";

const hook = fileURLToPath(new URL("kill-at-event.ts", import.meta.url));
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

/** The same, killed at one event or system call, and resumed. */
export async function runKilled(
  scenario: CrashScenario,
  options: { readonly cli: FrozenCli; readonly point: KillPoint | DiskPoint; readonly expected: Ending },
): Promise<CrashReport> {
  const { cli, point, expected } = options;
  return withProject({ scenario, cli }, async (project, baseUrl) => {
    const parts = { scenario, cli, project, baseUrl };
    const killed = await ("call" in point
      ? start(parts, { UV_THREADPOOL_SIZE: "1" }, straceArguments(point))
      : start(parts, { CRASH_POINT: JSON.stringify(point) })
    ).ended;
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

function start(parts: Parts, env: NodeJS.ProcessEnv, wrapper: readonly string[] = []): Started {
  const { scenario, baseUrl } = parts;
  const args = scenario.driver
    ? [driverPath(scenario.driver), baseUrl]
    : [parts.cli.program, ...scenario.start, ...flagsOf(parts)];
  return launch(parts, ["--import", hook, ...args], { env, wrapper });
}

function driverPath({ file }: CrashDriver): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

function resume(parts: Parts, killed: Outcome): Started {
  const { scenario, project, cli, baseUrl } = parts;
  const root = logsOf(project.here).get("root") ?? [];
  const [first] = root;
  // Killed before anything was acknowledged: started again.
  if (first?.type !== "task.start") return start(parts, {});
  const { driver } = scenario;
  if (driver) {
    const more = driver.resumeArgs?.(root, killed.stdout) ?? [];
    return launch(parts, [driverPath(driver), baseUrl, first.taskId, ...more]);
  }
  const hasPrompt = scenario.prompt === undefined || root.some(({ type }) => type === "message.added");
  const prompt = hasPrompt ? [] : [scenario.prompt ?? ""];
  return launch(parts, [cli.program, "tasks", "resume", first.taskId, ...prompt, ...flagsOf(parts)]);
}

function flagsOf({ scenario, baseUrl }: Parts): string[] {
  const hasProfile = scenario.flags.includes("--profile");
  const model = hasProfile ? [] : ["--base-url", baseUrl, "--model", "careful"];
  return [...scenario.flags, ...model, "--output", "ndjson"];
}

function launch(
  { cli, project: { here } }: Parts,
  args: readonly string[],
  { env = {}, wrapper = [] }: { env?: NodeJS.ProcessEnv; wrapper?: readonly string[] } = {},
): Started {
  const all = { ...here.env, NODE_COMPILE_CACHE: cli.compiled, ...env };
  const node = [process.execPath, "--disable-warning=ExperimentalWarning", ...args];
  const [program = "", ...rest] = [...wrapper, ...node];
  return startProgram(program, rest, { cwd: here.folder, env: all });
}
