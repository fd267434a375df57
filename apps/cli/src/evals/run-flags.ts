import { type EvalRunRequest, evalRunRequestSchema, RooError } from "@roo-code/types";
import * as z from "zod";
import type { Parsed } from "../command-line.ts";
import { choice, integer, positiveNumber, text, texts, toggle } from "../flags.ts";

/** What is tried, and by whom. */
const taskFlags = {
  suite: text("NAME|DIR", "roo-mini, roo-agentic, or a folder of exercises (default: roo-mini)"),
  language: texts("NAME", "only exercises in this language; may be given several times"),
  include: texts("NAME", "the same as --language"),
  agent: text("AGENT", "roo, oracle, null, scripted:FILE or command:LINE (default: roo)"),
  tests: choice(["hidden", "visible", "after-first-try"], "what the agent sees of the tests (default: hidden)"),
};

/** Our own agent, its model and its caps. */
export const agentFlags = {
  exercise: texts("NAME", "only this exercise, as NAME or LANGUAGE/NAME; may be given several times"),
  profile: text("NAME", "the provider profile of our agent"),
  provider: text("ID", "whose model our agent uses"),
  model: text("ID", "which model"),
  "base-url": text("URL", "the provider's address, for a compatible or local one"),
  replay: text("FILE", "a scripted conversation in place of a model"),
  setting: texts("KEY=VALUE", "a setting of our agent; JSON, or else a text; may be given several times"),
  prompt: text("TEXT", "said to the agent before the exercise's own instructions"),
  iterations: integer("N", "how often each exercise is tried (default: 1)", 1, 100),
  timeout: positiveNumber("MINUTES", "for the agent in each trial (default: 30)"),
  "max-turns": integer("N", "replies of the model in each trial"),
  "max-tokens": integer("N", "tokens in each trial"),
  "max-cost": positiveNumber("USD", "US dollars in each trial"),
  "run-minutes": positiveNumber("N", "stop the whole run after so many minutes"),
  "run-tokens": integer("N", "stop it when so many tokens have been used"),
  "run-cost": positiveNumber("USD", "stop it when so much has been spent"),
  name: text("TEXT", "a name for the run"),
  description: text("TEXT", "what it is for"),
};

/** What a run is made of. */
export const evalRunFlags = {
  ...taskFlags,
  ...agentFlags,
  "dry-run": toggle("only say what would be tried and what that can show"),
};

export type EvalRunFlags = Parsed<typeof evalRunFlags>["flags"];

/** What is asked for, but for the model. Throws `RooError` `wrong_usage`. */
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

function settingOf(given: string): [string, unknown] {
  const [, name, value] = /^([\w.]+)=(.*)$/s.exec(given) ?? [];
  if (name === undefined || value === undefined)
    throw new RooError({ code: "wrong_usage", message: `--setting ${given}: it must be KEY=VALUE.` });
  try {
    return [name, JSON.parse(value)];
  } catch {
    return [name, value];
  }
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}
