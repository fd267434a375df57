import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { taskEventSchema } from "../src/event.ts";
import { reduceTask } from "../src/reduce-task.ts";

const folder = fileURLToPath(new URL("../fixtures/golden/v1/", import.meta.url));
const logs = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));

it("has a golden log with every kind of event", () => {
  const types = new Set(
    logs.flatMap((name) => linesOf(name).map((line) => (JSON.parse(line) as { type: string }).type)),
  );
  expect([...types].sort()).toEqual(taskEventSchema.options.map((option) => option.shape.type.value).sort());
});

describe.each(logs)("%s, written by an earlier version", (name) => {
  it("still parses, every field of it", () => {
    for (const line of linesOf(name)) {
      const event: unknown = JSON.parse(line);
      expect(taskEventSchema.parse(event)).toEqual(event);
    }
  });

  it("still folds to the same state", async () => {
    const state = reduceTask(linesOf(name).map((line) => taskEventSchema.parse(JSON.parse(line))));
    await expect(JSON.stringify(state, plain, 2)).toMatchFileSnapshot(
      `../fixtures/golden/v1/${basename(name, ".jsonl")}.state.json`,
    );
  });
});

function linesOf(name: string): string[] {
  return readFileSync(`${folder}${name}`, "utf8").trimEnd().split("\n");
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Map || value instanceof Set) return [...value];
  return value;
}
