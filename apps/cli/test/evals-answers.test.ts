import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canHideAnswers, createEvalsProject, parsed, solution } from "./evals-project.ts";
import type { TestProject } from "./roo.ts";

/** Only in answers. */
const canary = "canary-7f3a91";

let databases: TempDatabases;
beforeAll(async () => {
  databases = await tempDatabases();
});
afterAll(() => databases[Symbol.asyncDispose]());

describe.skipIf(!canHideAnswers)("another program that looks for the answers (needs bwrap)", () => {
  it("finds none of them", async () => {
    using at = createEvalsProject((await databases.create()).url);
    const folders = hideAnswers(at);
    using other = answersOfAnotherTrial();
    at.write("agent/search.sh", searchIn([...folders, other.folder, at.suite, at.home]));
    const agent = `command:sh ${at.path("agent/search.sh")}`;
    const words = ["--suite", at.suite, "--language", "javascript", "--agent", agent, "--output", "json"];
    const outcome = parsed(await at.roo(["evals", "run", ...words]));
    // It could work, but there was nothing to find.
    expect(outcome.trials).toMatchObject([{ verdict: "passed", error: null }]);
    const found = foundBy(at);
    expect(found).toContain("searched everything");
    const answers = new RegExp(
      `${canary}|two-fer\\.spec|\\.reference|changes\\.diff|exercise\\.yaml|ROO_HOME|postgres:`,
    );
    expect(linesIn(found, answers)).toEqual([]);
    // A second run comes after the first one's results.
    await at.roo(["evals", "run", ...words]);
    expect(linesIn(foundBy(at, 2), answers)).toEqual([]);
  }, 300_000);

  it("finds no copy of a built-in suite in a checkout or its build", async () => {
    using at = createEvalsProject((await databases.create()).url);
    const checkout = resolve(import.meta.dirname, "../../..");
    const copies = [
      "packages/evals",
      "packages/evals/suites",
      "apps/cli/dist/evals/suites",
      "node_modules/@roo-code/evals/suites",
      ".git",
    ];
    at.write("agent/search.sh", searchIn([checkout, ...copies.map((copy) => join(checkout, copy))]));
    at.env["ROO_EVALS_SHOW"] = checkout;
    const agent = `command:sh ${at.path("agent/search.sh")}`;
    const words = ["--suite", "roo-first", "--language", "javascript", "--agent", agent, "--output", "json"];
    expect(parsed(await at.roo(["evals", "run", ...words])).trials).toMatchObject([{ error: null }]);
    const found = foundBy(at);
    expect(found).toContain("searched everything");
    expect(found).toContain(join(checkout, "packages/evals/package.json"));
    expect(linesIn(found, /suites\/roo-(first|mini|agentic)\/.|^\+diff --git/)).toEqual([]);
  }, 300_000);
});

/** Puts copies of the suite, with the canary in its answers, where people would have them. Returns their folders. */
function hideAnswers(at: TestProject & { readonly suite: string }): readonly string[] {
  for (const name of readdirSync(at.suite, { recursive: true, encoding: "utf8" }))
    if (/\.reference\/[^/]+$/.test(name))
      writeFileSync(join(at.suite, name), `${readFileSync(join(at.suite, name), "utf8")}\n// ${canary}\n`);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], {
      cwd: at.folder,
      stdio: "pipe",
    });
  git("init", "--quiet");
  git("add", "suite");
  git("commit", "--quiet", "--message", canary);
  const worktree = at.path("../beside");
  git("worktree", "add", "--quiet", worktree);
  const inHome = at.path("../projects/suite");
  cpSync(at.suite, inHome, { recursive: true });
  const earlier = join(at.home, "evals", "runs", "999", "javascript-two-fer.1.1");
  mkdirSync(earlier, { recursive: true });
  writeFileSync(join(earlier, "changes.diff"), canary);
  return [worktree, inHome, earlier, at.path(".git")];
}

function answersOfAnotherTrial(): Disposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "roo-trial-other-"));
  writeFileSync(join(folder, "answer.js"), canary);
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

/** Solves the exercise, and records everything it can find. */
function searchIn(folders: readonly string[]): string {
  const systems = "-path '*/.cache' -o -path /usr -o -path /proc -o -path /sys -o -path '*/.pnpm' -o -path '*/.tools'";
  return `cat > two-fer.js <<'END'
${solution}END
exec > found.txt 2>&1
env
pwd; ls -la . .. ../.. ../../.. / /tmp /run /home /mnt
for folder in ${folders.map((folder) => `'${folder}'`).join(" ")}; do
  find "$folder" -type f -not -path '*/.pnpm/*' -not -path '*/.tools/*' -not -path '*/.cache/*' | head -3000
  grep -rsh 'canary-[0-9a-f]*' "$folder" --exclude-dir=.pnpm --exclude-dir=.tools --exclude-dir=.cache | head -5
  git -C "$folder" log --all -p -n 2; git --git-dir="$folder/.git" log -p -n 2; git --git-dir="$folder" cat-file --batch-all-objects --batch-check
done
git log --all -p
cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr '\\0' '\\n' | grep -v search.sh
ls -l /proc/[0-9]*/cwd /proc/[0-9]*/root /proc/[0-9]*/fd
find / \\( ${systems} \\) -prune -o \\( -name '.reference' -o -name '.meta' -o -name changes.diff -o -name exercise.yaml -o -name 'two-fer.spec*' \\) -print
grep -rsh --exclude-dir=proc --exclude-dir=sys --exclude-dir=usr --exclude-dir=.pnpm --exclude-dir=.tools --exclude-dir=.cache --exclude=found.txt --exclude=search.sh 'canary-[0-9a-f]*' / | head
echo searched everything
`;
}

function foundBy(at: TestProject, run = 1): string {
  const folder = join(at.home, "evals", "runs", String(run));
  const [trial = ""] = readdirSync(folder);
  const diff = readFileSync(join(folder, trial, "changes.diff"), "utf8");
  return diff.slice(diff.indexOf("+++ b/found.txt"));
}

function linesIn(text: string, pattern: RegExp): readonly string[] {
  return text.split("\n").filter((line) => pattern.test(line));
}
