import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@roo-code/providers";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { MemoryEventLog } from "@roo-code/testkit/memory-event-log";
import { isNightly } from "@roo-code/testkit/nightly";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { EventDraft, FileStep } from "@roo-code/types";
import { openSnapshots } from "@roo-code/workspace";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { contentHash } from "../../test/content-hash.ts";
import { redo } from "./redo.ts";
import { restoreTo } from "./restore-to.ts";
import { undoSteps } from "./undo-steps.ts";

const taskId = testTaskId("task");
const otherId = testTaskId("other");
/** Each is restored and redone on real files. */
const maxPoints = isNightly ? 9 : 2;
const names = ["a.txt", "b.txt", "sub/c.txt"] as const;

/** An edit of one file at a line. */
interface Edit {
  readonly kind: "insert" | "drop" | "delete";
  readonly file: (typeof names)[number];
  readonly line: number;
}

type Act =
  | { readonly who: "edit"; readonly edit: Edit }
  | { readonly who: "user"; readonly edit: Edit }
  | { readonly who: "other"; readonly edit: Edit }
  /** Another task may edit a file between the two edits of the command. */
  | { readonly who: "command"; readonly first: Edit; readonly meanwhile: Edit | undefined; readonly last: Edit };

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom("insert", "insert", "insert", "drop", "delete"),
  file: fc.constantFrom(...names),
  line: fc.nat(12),
});
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ who: fc.constant("edit" as const), edit }),
  fc.record({ who: fc.constant("user" as const), edit }),
  fc.record({ who: fc.constant("other" as const), edit }),
  fc.record({
    who: fc.constant("command" as const),
    first: edit,
    meanwhile: fc.option(edit, { nil: undefined }),
    last: edit,
  }),
);

it("restoring any point and redoing keeps the lines of others, and restores all other files exactly", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 9 }), fc.nat(), async (acts, seed) => {
      await using temp = createTempWorkspace({ "a.txt": start("a"), "b.txt": start("b") });
      const played = await play(temp, acts);
      const points = shuffled(played.points, seed).slice(0, maxPoints);
      for (const point of points) {
        const before = filesOf(temp);
        const outcome = await restoreTo(played.context, { taskId, seq: point.seq });
        expectOthersKept(before, filesOf(temp));
        expectExact(point.files, filesOf(temp), { others: played.touchedByOthers, conflicts: outcome.conflicts });
        if (outcome.change) await redo(played.context, { taskId });
        expect(filesOf(temp)).toEqual(before);
      }
      for (let count = 0; count <= played.points.length; count += 1) {
        const before = filesOf(temp);
        const outcome = await undoSteps(played.context, { taskId, count: 1 }).catch(() => undefined);
        expectOthersKept(before, filesOf(temp));
        if (!outcome?.change) break;
      }
    }),
    { numRuns: isNightly ? 300 : 5 },
  );
}, 3_600_000);

type Files = Readonly<Record<string, string>>;

/** Applies all edits to real files, with the log and the snapshots of a run. */
async function play(temp: TempWorkspace, acts: readonly Act[]) {
  const home = join(temp.root, ".home");
  const tasks = new MemoryEventLog(systemClock);
  const store = await openSnapshots({ workspace: temp.root, home, clock: systemClock });
  const writer = await tasks.create(taskId);
  const add = (...drafts: EventDraft[]) => writer.append(drafts);
  add(eventDrafts.taskStart(taskId, temp.root), eventDrafts.message("go"));
  const points: { seq: number; files: Files }[] = [];
  const touchedByOthers = new Set<string>();
  let count = 0;
  const mark = (who: string): string => `${who}-${(count += 1)}`;

  const editByOther = async (one: Edit): Promise<void> => {
    touchedByOthers.add(one.file);
    const { id } = await store.take("another");
    const steps = applyEdit(temp, one, mark("other"));
    await store.recordChange(id, { by: otherId, label: "another", steps });
  };
  for (const one of acts) {
    if (one.who === "user") {
      touchedByOthers.add(one.edit.file);
      applyEdit(temp, one.edit, mark("user"));
      continue;
    }
    if (one.who === "other") {
      await editByOther(one.edit);
      continue;
    }
    const callId = mark(one.who);
    const files = filesOf(temp);
    const { id } = await store.take(callId);
    const { events } = add({ type: "snapshot.added", callId, snapshot: id, label: callId, skipped: 0 });
    points.push({ seq: events[0]?.seq ?? 0, files });
    let steps: readonly FileStep[] | undefined;
    if (one.who === "edit") steps = applyEdit(temp, one.edit, mark("task"));
    else {
      applyEdit(temp, one.first, mark("task"));
      if (one.meanwhile) await editByOther(one.meanwhile);
      applyEdit(temp, one.last, mark("task"));
    }
    const { changes, files: changed } = await store.recordChange(id, { by: taskId, label: callId, steps });
    add({ type: "change.added", callId, label: callId, changes: [...changes], files: [...changed] });
  }
  await add(eventDrafts.runEnd("completed")).durable;
  await writer.close();
  await store.dispose();
  return { context: { home, clock: systemClock, tasks }, points, touchedByOthers };
}

function start(name: string): string {
  return Array.from({ length: 10 }, (_, index) => `${name} ${index}\n`).join("");
}

function applyEdit(temp: TempWorkspace, { kind, file, line }: Edit, mark: string): readonly FileStep[] {
  const before = existsSync(temp.path(file)) ? temp.readText(file) : undefined;
  if (before === undefined && kind !== "insert") return [];
  if (kind === "delete") rmSync(temp.path(file));
  else {
    const lines = (before ?? "").split("\n").slice(0, -1);
    const at = Math.min(line, kind === "drop" ? lines.length - 1 : lines.length);
    const kept = kind === "drop" ? lines.toSpliced(at, 1) : lines.toSpliced(at, 0, mark);
    temp.write(file, kept.map((one) => `${one}\n`).join(""));
  }
  const after = existsSync(temp.path(file)) ? temp.readText(file) : undefined;
  if (before === after) return [];
  return [{ path: file, before: hashOf(before), after: hashOf(after) }];
}

function hashOf(text: string | undefined): string | null {
  return text === undefined ? null : contentHash(text);
}

function filesOf(temp: TempWorkspace): Files {
  const found = readdirSync(temp.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".home"))
    .map((entry) => join(entry.parentPath, entry.name).slice(temp.root.length + 1))
    .sort();
  return Object.fromEntries(found.map((path) => [path, readFileSync(temp.path(path), "utf8")]));
}

/** No line of the user or of another task is lost. */
function expectOthersKept(before: Files, after: Files): void {
  const written = (files: Files): string[] =>
    Object.entries(files).flatMap(([path, text]) =>
      text.split("\n").flatMap((line) => (/^(?:user|other)-/.test(line) ? [`${path} ${line}`] : [])),
    );
  expect(written(after)).toEqual(expect.arrayContaining(written(before)));
}

function expectExact(
  then: Files,
  now: Files,
  { others, conflicts }: { others: ReadonlySet<string>; conflicts: readonly { readonly path: string }[] },
): void {
  const own = names.filter((path) => !others.has(path));
  expect(Object.fromEntries(own.map((path) => [path, now[path]]))).toEqual(
    Object.fromEntries(own.map((path) => [path, then[path]])),
  );
  expect(conflicts.filter(({ path }) => !others.has(path))).toEqual([]);
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  return items
    .map((item, index) => ({ item, rank: (seed + index * 7919) % 104_729 }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
