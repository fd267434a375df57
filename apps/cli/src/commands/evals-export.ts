import { openEvalServices } from "@roo-code/evals/control";
import { type ReportFormat, renderReport, reportFormats } from "@roo-code/evals/report";
import { parseCommandLine } from "../command-line.ts";
import { readRuns } from "../evals/read-runs.ts";
import { writeReport } from "../evals/write-report.ts";
import { choice, text } from "../flags.ts";
import { processContext } from "../process-context.ts";
import { print } from "../subcommands.ts";

const commandLine = {
  usage: "roo evals export RUN… [--format FORMAT] [--to FILE]",
  about: "Export a report of one run, or of several compared with the first. An HTML report is a single file.",
  flags: {
    format: choice(reportFormats, "markdown, json, html or csv (default: by the file extension, else markdown)"),
    to: text("FILE", "output file (default: standard output)"),
  },
  positionals: { min: 1, max: 20 },
};

export async function evalsExport(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const { to, format = formatOf(to) } = parsed.flags;
  await using opened = await openEvalServices(processContext());
  const report = renderReport(await readRuns(opened, parsed.positionals), format);
  if (to === undefined) return print(report.trimEnd());
  writeReport(to, report);
  return 0;
}

function formatOf(file: string | undefined): ReportFormat {
  const ending = /\.(\w+)$/.exec(file ?? "")?.[1] ?? "";
  return reportFormats.find((format) => format === ending || (format === "html" && ending === "htm")) ?? "markdown";
}
