import { execFile } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { afterAll, expect, it } from "vitest";
import { configurationPaths } from "./configuration-paths.ts";
import { projectSettingsFile } from "./load-settings.ts";
import { type ConfigurationWatch, watchConfiguration } from "./watch-configuration.ts";

// Side by side, because most of the time is spent waiting; so what they leave goes when all are done.
const root = mkdtempSync(join(tmpdir(), "roo-watch-"));
const watches: ConfigurationWatch[] = [];
afterAll(() => {
  for (const watch of watches) watch.dispose();
  rmSync(root, { recursive: true });
});

it.concurrent("reports files written in place, renamed over, deleted and recreated", async () => {
  const { changes, settings } = setUp();
  writeFileSync(settings, '{"mode": "ask"}');
  await changes.next(settings);
  writeFileSync(`${settings}.tmp`, '{"mode": "new"}');
  renameSync(`${settings}.tmp`, settings);
  await changes.next(settings);
  rmSync(settings);
  await changes.next(settings);
  writeFileSync(settings, '{"mode": "ask"}');
  await changes.next(settings);
  expect(changes.all().every((path) => path === settings)).toBe(true);
});

it.concurrent("reports both names of a renamed file", async () => {
  const { changes, workspace } = setUp();
  const [before, after] = [join(workspace, ".roo/modes/a.yaml"), join(workspace, ".roo/modes/b.yaml")];
  mkdirSync(join(workspace, ".roo/modes"));
  writeFileSync(before, "slug: a\n");
  await changes.next(before);
  renameSync(before, after);
  await changes.next(before);
  await changes.next(after);
  expect(new Set(changes.all())).toEqual(new Set([before, after]));
});

it.concurrent("never reports a half-written file that is completed shortly after", async () => {
  const { changes, settings, workspace, seen } = setUp(patient);
  const modes = join(workspace, ".roomodes");
  writeFileSync(settings, '{"mode": ');
  writeFileSync(modes, 'customModes: ["');
  await setTimeout(150);
  appendFileSync(settings, '"ask"}');
  appendFileSync(modes, 'a"]\n');
  await changes.next(settings, modes);
  expect(seen.get(settings)).toEqual(['{"mode": "ask"}']);
  expect(seen.get(modes)).toEqual(['customModes: ["a"]\n']);
});

it.concurrent("does not report a deletion if an editor recreates the file at once", async () => {
  const { changes, settings, seen } = setUp(patient);
  writeFileSync(settings, "{}");
  await changes.next(settings);
  rmSync(settings);
  await setTimeout(150);
  writeFileSync(settings, '{"mode": "ask"}');
  await changes.next(settings);
  expect(seen.get(settings)).toEqual(["{}", '{"mode": "ask"}']);
});

it.concurrent("reports a file that stays broken", async () => {
  const { changes, settings, seen } = setUp();
  writeFileSync(settings, "{");
  await changes.next(settings);
  expect(seen.get(settings)).toEqual(["{"]);
});

it.concurrent("finds folders that are created later, at any depth, and recreated ones", async () => {
  const { changes, home, workspace } = setUp();
  const skill = join(workspace, ".roo/skills/deploy/SKILL.md");
  const rule = join(home, "rules-code/style.md");
  for (let round = 0; round < 2; round += 1) {
    mkdirSync(join(skill, ".."), { recursive: true });
    writeFileSync(skill, `round ${round}`);
    mkdirSync(join(rule, ".."), { recursive: true });
    writeFileSync(rule, `round ${round}`);
    await changes.next(skill, rule);
    writeFileSync(skill, `changed in ${round}`);
    await changes.next(skill);
    rmSync(join(workspace, ".roo"), { recursive: true });
    rmSync(join(rule, ".."), { recursive: true });
    await changes.next(skill, rule);
  }
  expect(new Set(changes.all())).toEqual(new Set([skill, rule]));
});

it.concurrent("starts before anything exists", async () => {
  const folder = join(tempFolder(), "not/yet");
  const { changes, settings } = setUp({ folder });
  mkdirSync(join(settings, ".."), { recursive: true });
  writeFileSync(settings, "{}");
  await changes.next(settings);
  expect(changes.all()).toEqual([settings]);
});

it.concurrent("reports hundreds of changes in a few calls", async () => {
  const { changes, workspace } = setUp();
  const folder = join(workspace, ".roo/rules");
  const names = Array.from({ length: 300 }, (_, index) => `rule-${index}.md`);
  const paths = names.map((name) => join(folder, name));
  // All at once, however slow the disk is.
  const elsewhere = tempFolder();
  for (const name of names) writeFileSync(join(elsewhere, name), "be kind");
  renameSync(elsewhere, folder);
  await changes.next(...paths);
  expect(changes.calls()).toBeLessThan(30);
  expect(new Set(changes.all())).toEqual(new Set(paths));
});

it.concurrent("finds a change behind a symlink, which the system does not report", async () => {
  const { changes, settings, seen } = setUp();
  const target = join(tempFolder(), "dotfiles.json");
  writeFileSync(target, "{}");
  symlinkSync(target, settings);
  await changes.next(settings);
  writeFileSync(target, '{"mode": "ask"}');
  await changes.next(settings);
  expect(seen.get(settings)?.at(-1)).toBe('{"mode": "ask"}');
});

it.concurrent("ignores other files and temporary files of writers", async () => {
  const { changes, workspace, home } = setUp();
  writeFileSync(join(workspace, "unrelated.txt"), "x");
  mkdirSync(join(home, "tasks"));
  writeFileSync(join(home, "tasks", "events.jsonl"), "x");
  const file = projectSettingsFile({ workspace, clock: new FakeClock() });
  await file.change({ mode: "ask" });
  await changes.next(file.path);
  writeFileSync(join(workspace, ".roo/.settings.json.swp"), "x");
  await file.change({ mode: "code" });
  await changes.next(file.path);
  expect(new Set(changes.all())).toEqual(new Set([file.path]));
});

it.concurrent("is silent once disposed", async () => {
  const { changes, watch, settings } = setUp();
  writeFileSync(settings, "{}");
  watch.dispose();
  watch.dispose();
  const other = recordChanges([settings]);
  writeFileSync(settings, '{"mode": "ask"}');
  await other.changes.next(settings);
  expect(changes.calls()).toBe(0);
});

it.concurrent("does not keep its process alive", async () => {
  const script = fileURLToPath(new URL("../../test/watching-process.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, tempFolder()]);
  expect(stdout).toBe("watching\n");
});

function tempFolder(): string {
  return mkdtempSync(join(root, "test-"));
}

/** Waits for incomplete files longer than any machine takes to complete them. */
const patient = { halfWrittenMs: 600_000 };

function setUp({ folder = tempFolder(), halfWrittenMs }: { folder?: string; halfWrittenMs?: number } = {}) {
  const home = join(folder, "home");
  const workspace = join(folder, "workspace");
  if (!folder.endsWith("yet")) {
    mkdirSync(home);
    mkdirSync(join(workspace, ".roo"), { recursive: true });
  }
  return {
    home,
    workspace,
    settings: join(home, "settings.json"),
    ...recordChanges(configurationPaths({ home, workspace }), halfWrittenMs),
  };
}

function recordChanges(paths: readonly string[], halfWrittenMs?: number) {
  const calls: (readonly string[])[] = [];
  const fresh = new Set<string>();
  const seen = new Map<string, (string | undefined)[]>();
  const watch = watchConfiguration({
    paths,
    halfWrittenMs,
    onChange: (changed) => {
      calls.push(changed);
      for (const path of changed) {
        fresh.add(path);
        seen.set(path, [...(seen.get(path) ?? []), contentOf(path)]);
      }
    },
  });
  watches.push(watch);
  /** Waits until each was reported since the last call. */
  const next = async (...expected: string[]) => {
    while (!expected.every((path) => fresh.has(path))) await setTimeout(10);
    for (const path of expected) fresh.delete(path);
  };
  return { watch, seen, changes: { next, all: () => calls.flat(), calls: () => calls.length } };
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
