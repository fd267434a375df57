import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "smol-toml";
import * as z from "zod";
import type { CommandGraderSpec, Exercise, FolderCommand } from "../exercise.ts";
import type { LoadedExercises } from "./exercise-parts.ts";
import { InvalidExercise, loadEach } from "./exercise-parts.ts";
import { listFiles, listFolders, readText } from "./suite-files.ts";

/** Whether a folder is a Harbor task, or contains some. */
export function isHarbor(root: string): boolean {
  return tasksIn(root).length > 0;
}

export async function loadHarbor(root: string): Promise<LoadedExercises> {
  return loadEach(tasksIn(root), loadHarborTask, (folder) => basename(folder));
}

function tasksIn(root: string): readonly string[] {
  if (isTask(root)) return [root];
  return listFolders(root)
    .map((name) => join(root, name))
    .filter(isTask);
}

function isTask(folder: string): boolean {
  return existsSync(join(folder, "task.toml"));
}

/** The part of `task.toml` that matters without a container. */
const taskSchema = z.object({
  metadata: z.object({ category: z.string() }).partial().optional(),
  verifier: z.object({ timeout_sec: z.number().positive() }).partial().optional(),
  environment: z.object({ docker_image: z.string(), workdir: z.string() }).partial().optional(),
});

const setupScript = "setup.sh";
const imageFiles = /^(Dockerfile|docker-compose\.ya?ml|\.dockerignore)$/;

/** Loads a Harbor task that needs no image: its environment is a tree of files and an optional script. Throws `InvalidExercise`. */
function loadHarborTask(folder: string): Exercise {
  const task = readTask(folder);
  const prompt = readText(folder, "instruction.md")?.trim();
  if (prompt === undefined || prompt === "")
    throw new InvalidExercise("instruction.md", "The instruction is missing or empty.");
  if (!existsSync(join(folder, "tests/test.sh")))
    throw new InvalidExercise("tests/test.sh", "The test script is missing.");
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
    grader: graderFor(folder, at),
    setup: given.includes(setupScript) ? { command: ["sh", setupScript], at } : undefined,
    solve: solutionFor(folder, at),
    gradingSeconds: task.verifier?.timeout_sec,
  };
}

function readTask(folder: string): z.infer<typeof taskSchema> {
  try {
    const task = taskSchema.parse(parse(readText(folder, "task.toml") ?? ""));
    if (task.environment?.docker_image === undefined) return task;
  } catch (error) {
    throw new InvalidExercise("task.toml", error instanceof z.ZodError ? z.prettifyError(error) : String(error));
  }
  throw new InvalidExercise("task.toml", "It needs a container image.");
}

/** Without a container, only images that are a tree of files are supported. */
function workingFolder(environment: string): string {
  if (existsSync(join(environment, "docker-compose.yaml")))
    throw new InvalidExercise("environment/docker-compose.yaml", "It needs containers.");
  const lines = (readText(environment, "Dockerfile") ?? "").split("\n");
  const refused = lines.find((line) => /^\s*(RUN|ADD)\b/i.test(line));
  if (refused !== undefined)
    throw new InvalidExercise("environment/Dockerfile", `It needs a container image: ${refused.trim()}`);
  return lines.flatMap((line) => /^\s*WORKDIR\s+(\/\S+)/i.exec(line)?.[1] ?? []).at(-1) ?? "/app";
}

function graderFor(folder: string, at: string): CommandGraderSpec {
  return {
    kind: "command",
    command: ["bash", "/tests/test.sh"],
    results: "reward",
    at,
    mounts: [{ from: join(folder, "tests"), at: "/tests" }],
  };
}

function solutionFor(folder: string, at: string): FolderCommand | undefined {
  const from = join(folder, "solution");
  if (!existsSync(join(from, "solve.sh"))) return undefined;
  return { command: ["bash", "/solution/solve.sh"], at, mounts: [{ from, at: "/solution" }] };
}
