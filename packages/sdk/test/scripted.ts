import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { onTestFinished } from "vitest";
import { type AgentOptions, RooClient } from "../src/index.ts";

export interface Scripted {
  readonly project: TempWorkspace;
  /** An own state folder. */
  readonly home: TempWorkspace;
  /** A client whose model gives these replies. */
  readonly client: RooClient;
  /** Options of an agent that works in the project and stores its tasks in the home. */
  readonly options: AgentOptions & { readonly cwd: string; readonly storage: string };
}

/** A project and a model that plays a script, removed after the test. */
export function scripted(
  replies: readonly object[],
  {
    files = {},
    homeFiles = {},
  }: { readonly files?: Record<string, string>; readonly homeFiles?: Record<string, string> } = {},
): Scripted {
  const script = replies.map((reply) => `${JSON.stringify(reply)}\n`).join("");
  const project = createTempWorkspace(files);
  const home = createTempWorkspace({ ...homeFiles });
  const scripts = createTempWorkspace({ "script.jsonl": script });
  onTestFinished(async () => {
    for (const folder of [project, home, scripts]) await folder[Symbol.asyncDispose]();
  });
  const providerSettings = { apiProvider: "replay", replayFile: scripts.path("script.jsonl") };
  const client = new RooClient({ providerSettings, environment: { PATH: process.env["PATH"], ROO_HOME: home.root } });
  return { project, home, client, options: { client, cwd: project.root, storage: home.root } };
}

export const call = (name: string, input: object = {}) => ({ toolCalls: [{ name, input }] });
export const complete = (result: unknown) => call("attempt_completion", { result });
