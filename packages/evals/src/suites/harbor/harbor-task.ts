import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "smol-toml";
import * as z from "zod";
import type { CommandGraderSpec, Exercise, FolderCommand } from "../../exercise.ts";
import { listFiles } from "../list-files.ts";
import { textOf } from "../read-file.ts";
import { NoExercise } from "../suite-problem.ts";

/** What of `task.toml` matters without a container. */
const taskSchema = z.object({
  metadata: z.object({ category: z.string() }).partial().optional(),
  verifier: z.object({ timeout_sec: z.number().positive() }).partial().optional(),
  environment: z.object({ docker_image: z.string(), workdir: z.string() }).partial().optional(),
});

const setupScript = "setup.sh";
const imageFiles = /^(Dockerfile|docker-compose\.ya?ml|\.dockerignore)$/;

/** A task of Harbor that needs no image: its environment is a tree of files and perhaps a script. Throws `NoExercise`. */
export function loadHarborTask(folder: string): Exercise {
  const task = readTask(folder);
  const prompt = textOf(folder, "instruction.md")?.trim();
  if (prompt === undefined || prompt === "") throw new NoExercise("instruction.md", "There is no instruction.");
  if (!existsSync(join(folder, "tests/test.sh")))
    throw new NoExercise("tests/test.sh", "There is no script that tests it.");
  const environment = join(folder, "environment");
  const at = task.environment?.workdir ?? workingFolder(environment);
  const given = listFiles(environment).filter((path) => !imageFiles.test(path));
  return {
    language: task.metadata?.category ?? "harbor",
    name: basename(folder),
    prompt,
    folder: environment,
    given,
    solution: given,
    protected: [],
    tests: [],
    reference: [],
    grader: gradedBy(folder, at),
    ...(given.includes(setupScript) && { setup: { command: ["sh", setupScript], at } }),
    ...solvedBy(folder, at),
    ...(task.verifier?.timeout_sec !== undefined && { gradingSeconds: task.verifier.timeout_sec }),
  };
}

function readTask(folder: string): z.infer<typeof taskSchema> {
  try {
    const task = taskSchema.parse(parse(textOf(folder, "task.toml") ?? ""));
    if (task.environment?.docker_image === undefined) return task;
  } catch (error) {
    throw new NoExercise("task.toml", error instanceof z.ZodError ? z.prettifyError(error) : String(error));
  }
  throw new NoExercise("task.toml", "It needs an image of a container.");
}

/** Of an image, only what comes to a tree of files can be had without one. */
function workingFolder(environment: string): string {
  if (existsSync(join(environment, "docker-compose.yaml")))
    throw new NoExercise("environment/docker-compose.yaml", "It needs containers.");
  const lines = (textOf(environment, "Dockerfile") ?? "").split("\n");
  const refused = lines.find((line) => /^\s*(RUN|ADD)\b/i.test(line));
  if (refused !== undefined)
    throw new NoExercise("environment/Dockerfile", `It needs an image of a container: ${refused.trim()}`);
  return lines.flatMap((line) => /^\s*WORKDIR\s+(\/\S+)/i.exec(line)?.[1] ?? []).at(-1) ?? "/app";
}

function gradedBy(folder: string, at: string): CommandGraderSpec {
  return {
    kind: "command",
    command: ["bash", "/tests/test.sh"],
    results: "reward",
    at,
    mounts: [{ from: join(folder, "tests"), at: "/tests" }],
  };
}

function solvedBy(folder: string, at: string): { solve?: FolderCommand } {
  const from = join(folder, "solution");
  if (!existsSync(join(from, "solve.sh"))) return {};
  return { solve: { command: ["bash", "/solution/solve.sh"], at, mounts: [{ from, at: "/solution" }] } };
}
