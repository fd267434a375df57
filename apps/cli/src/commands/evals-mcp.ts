import { join } from "node:path";
import { loadSuite, selectExercises } from "@roo-code/evals";
import {
  apiMcpBenchmarks,
  createRun,
  type EvalServices,
  openEvalServices,
  openRun,
  readMcpTrials,
  readRun,
} from "@roo-code/evals/control";
import { officeServerKinds, prepareMcpBenchmark, scriptedModels, startOfficeServers } from "@roo-code/evals/mcp";
import { mcpDocument, renderMarkdown, renderPage } from "@roo-code/evals/report";
import { summarizeMcp } from "@roo-code/evals/statistics";
import type { EvalRunRequest } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { addModel, controlFlags, ownCommand } from "../evals/control-flags.ts";
import { controlRunHere } from "../evals/control-run.ts";
import { parseRunId } from "../evals/read-runs.ts";
import { agentFlags, requestOf } from "../evals/run-flags.ts";
import { writeReport } from "../evals/write-report.ts";
import { choice, text, texts } from "../flags.ts";
import { processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";

const commandLine = {
  usage: "roo evals mcp [RUN…] [flags]",
  about: `Benchmark MCP servers with the same intents: over stdio, over HTTP, a flaky one, one with 500 tools. One run per server, then
a table of steps, latency, sizes, errors and success. With existing runs (roo evals run --setting mcpServer=NAME
--setting mcpServers='{…}') only the table.`,
  flags: {
    ...agentFlags,
    ...controlFlags,
    server: texts("KIND", `only this kind: ${officeServerKinds.join(", ")}; may be given several times`),
    script: choice(scriptedModels, "a scripted model instead of a real one"),
    to: text("FILE", "report file: HTML with charts for .html, else Markdown"),
  },
  positionals: { min: 0, max: 20 },
};

type Flags = NonNullable<ReturnType<typeof parseCommandLine<(typeof commandLine)["flags"]>>>["flags"];

export async function evalsMcp(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { flags, positionals } = parsed;
  await using opened = await openEvalServices(processContext());
  const runIds = positionals.length > 0 ? positionals.map(parseRunId) : await benchmark(opened, flags);
  const trials = await readMcpTrials(opened.database, runIds);
  if (flags.output === "json") return print(JSON.stringify({ runIds, servers: apiMcpBenchmarks(trials) }, null, 2));
  const document = mcpDocument(summarizeMcp(trials), new Date());
  if (flags.to === undefined) return print(visibleText(renderMarkdown(document)));
  writeReport(flags.to, /\.html?$/.test(flags.to) ? renderPage(document) : renderMarkdown(document));
  return 0;
}

/** One run per server, sequentially: concurrent runs would slow each other down. */
async function benchmark(opened: EvalServices, flags: Flags): Promise<number[]> {
  const files = prepareMcpBenchmark(join(opened.home, "evals", "mcp"));
  const suite = await loadSuite(files.suite);
  await using servers = await startOfficeServers([...ownCommand(), "evals", "office"]);
  const runIds: number[] = [];
  for (const server of flags.server.length > 0 ? kindsOf(flags.server) : officeServerKinds) {
    const replay = flags.script && join(files.scripts, server, flags.script, "{exercise}.jsonl");
    const all = { ...flags, ...otherFlags, suite: files.suite };
    const { request, model } = await addModel(requestOf(all), { ...all, replay: replay ?? flags.replay });
    const settings = {
      ...request.settings,
      mcpServer: server,
      mcpServers: { [server]: servers.configurationOf(server) },
      // The office's state is a file: an agent that could write it would not need the server.
      autoApprove: ["mcp"],
    };
    const runRequest: EvalRunRequest = {
      ...request,
      name: request.name ?? `mcp ${server} ${flags.script ?? ""}`.trim(),
      settings,
    };
    const runId = await createRun(opened.database, {
      request: runRequest,
      model,
      exercises: selectExercises(suite, runRequest),
    });
    await openRun(opened.database, runId);
    if (!flags.quiet) process.stderr.write(`run ${runId}: ${visibleText(runRequest.name ?? server)}\n`);
    await controlRunHere(opened, await readRun(opened.database, runId), {
      ...flags,
      output: undefined,
      hasSummary: false,
    });
    runIds.push(runId);
  }
  return runIds;
}

const otherFlags = { language: [], include: [], agent: undefined, tests: undefined, "dry-run": undefined };

function kindsOf(names: readonly string[]) {
  return officeServerKinds.filter((kind) => names.includes(kind));
}
