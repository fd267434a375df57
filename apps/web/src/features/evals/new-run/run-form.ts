import type { ProfileView } from "@roo-code/types/api";
import type { RunRequest } from "../../../data/eval-queries.ts";

export const agentChoices = [
  { value: "roo", label: "Roo Code", about: "Roo's own agent with a model you choose." },
  {
    value: "oracle",
    label: "Oracle",
    about: "Applies the reference solution: shows that grading works. Needs no model.",
  },
  { value: "null", label: "No agent", about: "Changes nothing: shows which exercises pass untouched." },
  { value: "command", label: "A command", about: "Any program, started in the exercise's folder." },
] as const;
type AgentChoice = (typeof agentChoices)[number]["value"];

/** The form of a new run; numbers are text while they are edited. */
export interface RunForm {
  readonly name: string;
  readonly suite: string;
  /** Empty for all. */
  readonly languages: readonly string[];
  /** `language/name`; empty for all. */
  readonly exercises: readonly string[];
  readonly agent: AgentChoice;
  readonly command: string;
  readonly profile: string;
  readonly prompt: string;
  readonly tests: "hidden" | "visible" | "after-first-try";
  readonly iterations: number;
  readonly concurrency: number;
  readonly timeoutMinutes: string;
  readonly trialTurns: string;
  readonly trialCost: string;
  readonly runMinutes: string;
  readonly runCost: string;
}

export const emptyRun: RunForm = {
  name: "",
  suite: "",
  languages: [],
  exercises: [],
  agent: "roo",
  command: "",
  profile: "",
  prompt: "",
  tests: "hidden",
  iterations: 1,
  concurrency: 2,
  timeoutMinutes: "30",
  trialTurns: "",
  trialCost: "",
  runMinutes: "",
  runCost: "",
};

export function requestOf(form: RunForm, profiles: readonly ProfileView[]): RunRequest {
  return {
    name: form.name.trim() || undefined,
    suite: form.suite,
    languages: form.languages.length > 0 ? [...form.languages] : undefined,
    exercises: form.exercises.length > 0 ? [...form.exercises] : undefined,
    agent: form.agent === "command" ? `command:${form.command.trim()}` : form.agent,
    settings: form.agent === "roo" ? modelSettings(profiles.find(({ name }) => name === form.profile)) : {},
    prompt: form.prompt.trim() || undefined,
    tests: form.tests,
    iterations: form.iterations,
    concurrency: form.concurrency,
    timeoutMinutes: Number(form.timeoutMinutes) || 30,
    trialLimits: limits({ turns: form.trialTurns, cost: form.trialCost }),
    runLimits: limits({ minutes: form.runMinutes, cost: form.runCost }),
  };
}

/** The profile by name and by value, because profiles change later; never its key. */
function modelSettings(view: ProfileView | undefined): Record<string, unknown> {
  if (!view) return {};
  const { fallback: _, apiKey: _key, ...settings } = view.profile;
  return { ...settings, profile: view.name };
}

function limits(texts: Readonly<Record<string, string>>): Record<string, number> {
  const entries = Object.entries(texts).map(([key, text]) => [key, Number(text)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value > 0));
}
