import { createJobRunner, serveRunner } from "@roo-code/evals/runner";
import { ownCommand } from "../evals/control-flags.ts";
import { processContext } from "../process-context.ts";

/** Runs one trial: the job on standard input, updates and a report on standard output. */
export async function evalsRunner(): Promise<number> {
  const { home, environment } = processContext();
  const input = process.stdin;
  await serveRunner({ input, output: process.stdout }, createJobRunner({ home, environment, roo: ownCommand() }));
  return 0;
}
