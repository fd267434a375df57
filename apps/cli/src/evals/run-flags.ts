import { type EvalRunRequest, evalRunRequestSchema, RooError } from "@roo-code/types";
import * as z from "zod";
import type { Parsed } from "../command-line.ts";
import { choice, integer, positiveNumber, text, texts, toggle } from "../flags.ts";

/** The exercises and the agent. */
const taskFlags = {
  suite: text("NAME|DIR", "roo-mini, roo-agentic, or a folder of exercises (default: roo-mini)"),
  language: texts("NAME", "only exercises in this language; may be given several times"),
  include: texts("NAME", "the same as --language"),
  agent: text("AGENT", "roo, oracle, null, scripted:FILE or command:LINE (default: roo)"),
  tests: choice(["hidden", "visible", "after-first-try"], "when the agent sees the tests (default: hidden)"),
};

/** The model and limits of our own agent. */
export const agentFlags = {
  exercise: texts("NAME", "only this exercise, as NAME or LANGUAGE/NAME; may be given several times"),
  profile: text("NAME", "the provider profile of the agent"),
  provider: text("ID", "the provider of the model"),
  model: text("ID", "the model"),
  "base-url": text("URL", "the provider's address, for a compatible or local one"),
  replay: text("FILE", "a scripted conversation instead of a model"),
  setting: texts("KEY=VALUE", "a setting of the agent, as JSON or text; may be given several times"),
  prompt: text("TEXT", "text before the exercise's own instructions"),
  iterations: integer("N", "how often to try each exercise (default: 1)", 1, 100),
  timeout: positiveNumber("MINUTES", "time limit of the agent per trial (default: 30)"),
  "max-turns": integer("N", "turn limit per trial"),
  "max-tokens": integer("N", "token limit per trial"),
  "max-cost": positiveNumber("USD", "cost limit per trial"),
  "run-minutes": positiveNumber("N", "time limit of the whole run"),
  "run-tokens": integer("N", "token limit of the whole run"),
  "run-cost": positiveNumber("USD", "cost limit of the whole run"),
  name: text("TEXT", "a name for the run"),
  description: text("TEXT", "a description of the run"),
};

/** All options of a run. */
export const evalRunFlags = {
  ...taskFlags,
  ...agentFlags,
  "dry-run": toggle("only show what would run, and what that can show"),
};

export type EvalRunFlags = Parsed<typeof evalRunFlags>["flags"];

/** The request without the model. Throws `RooError` `wrong_usage`. */
export function requestOf(flags: EvalRunFlags & { readonly concurrency?: number | undefined }): EvalRunRequest {
  const languages = [...flags.language, ...flags.include];
  const parsed = evalRunRequestSchema.safeParse({
    suite: flags.suite ?? "roo-mini",
    name: flags.name,
    description: flags.description,
    languages: languages.length > 0 ? languages : undefined,
    exercises: flags.exercise.length > 0 ? flags.exercise : undefined,
    agent: flags.agent,
    settings: Object.fromEntries(flags.setting.map(settingOf)),
    prompt: flags.prompt,
    tests: flags.tests,
    iterations: flags.iterations,
    concurrency: flags.concurrency,
    timeoutMinutes: flags.timeout,
    trialLimits: withoutUndefined({ turns: flags["max-turns"], tokens: flags["max-tokens"], cost: flags["max-cost"] }),
    runLimits: withoutUndefined({
      minutes: flags["run-minutes"],
      tokens: flags["run-tokens"],
      cost: flags["run-cost"],
    }),
  });
  if (parsed.success) return parsed.data;
  throw new RooError({ code: "wrong_usage", message: z.prettifyError(parsed.error), next: "roo evals run --help" });
}

function settingOf(pair: string): [string, unknown] {
  const [, name, value] = /^([\w.]+)=(.*)$/s.exec(pair) ?? [];
  if (name === undefined || value === undefined)
    throw new RooError({ code: "wrong_usage", message: `--setting ${pair}: it must be KEY=VALUE.` });
  try {
    return [name, JSON.parse(value)];
  } catch {
    return [name, value];
  }
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}
