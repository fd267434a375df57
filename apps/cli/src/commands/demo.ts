import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoNode, demoProject, demoPrompt, demoScript } from "@roo-code/host/demo";
import { parseCommandLine } from "../command-line.ts";
import { exitCodes } from "../exit-codes.ts";
import { toggle } from "../flags.ts";
import { createRunOutput } from "../output/run-output.ts";
import { openHost } from "../process-context.ts";
import { runSession } from "../run-session.ts";

const commandLine = {
  usage: "roo demo",
  about: "Watch a scripted model fix a failing test in a temporary project. Needs no API key.",
  flags: { keep: toggle("keep the temporary project") },
};

/** Real loop, tools, log and output; only the model is scripted. */
export async function demo(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(commandLine, args);
  if (!parsed) return 0;
  const folder = await realpath(await mkdtemp(join(tmpdir(), "roo-demo-")));
  const project = join(folder, "project");
  const script = join(folder, "script.jsonl");
  try {
    await demoProject(project);
    await writeFile(script, demoScript(demoNode()));
    process.stderr.write(
      `The model in this demo is scripted; the agent, its tools and the test run are real.\nProject: ${project}\n\n> ${demoPrompt}\n\n`,
    );
    let isVerified = false;
    const shown = createRunOutput("text", false);
    const exitCode = await runSession({
      host: openHost(),
      input: {
        cwd: project,
        text: demoPrompt,
        settings: { mode: "code", useRules: false, useAgentRules: false },
        provider: { apiProvider: "replay", replayFile: script },
        limits: { seconds: 60 },
        autoApprove: ["edit", "command"],
        attended: false,
      },
      quiet: true,
      output: {
        observe: (item, source) => shown.observe(item, source),
        finish: (result) => {
          isVerified = result.verification === "verified";
          shown.finish(result);
        },
      },
    });
    if (!isVerified) process.stderr.write("\nThe demo did not succeed: its tests did not pass on this machine.\n");
    process.stderr.write(
      '\nThis run is in your history: roo tasks list\nWith a model of your own: OPENAI_API_KEY=… roo run --model … "…"\n',
    );
    return isVerified ? exitCode : exitCode || exitCodes.failed;
  } finally {
    if (!parsed.flags.keep) await rm(folder, { recursive: true, force: true });
  }
}
