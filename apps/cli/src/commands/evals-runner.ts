import { createJobRunner, serveRunner } from "@roo-code/evals/runner";
import { ownCommand } from "../evals/control-flags.ts";
import { processContext } from "../process-context.ts";

/** One trial: its order as a line of input, news and a report as lines of output. */
export async function evalsRunner(): Promise<number> {
  const { home, environment } = processContext();
  const input = process.stdin;
  await serveRunner({ input, output: process.stdout }, createJobRunner({ home, environment, roo: ownCommand() }));
  return 0;
}
