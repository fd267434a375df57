import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canHideAnswers, evalsPlace, parsed, solution } from "./evals-place.ts";
import type { Place } from "./roo.ts";

/** In every answer, and nowhere else. */
const canary = "canary-7f3a91";

let databases: TempDatabases;
beforeAll(async () => {
  databases = await tempDatabases();
}, 120_000);
afterAll(() => databases[Symbol.asyncDispose](), 120_000);

describe.skipIf(!canHideAnswers)("another program that looks for the answers (needs bwrap)", () => {
  it("finds none of them, wherever they are", async () => {
    using at = evalsPlace((await databases.create()).url);
    const places = hideAnswers(at);
    using other = answersOfAnotherTrial();
    at.write("agent/search.sh", searchIn([...places, other.folder, at.suite, at.home]));
    const agent = `command:sh ${at.path("agent/search.sh")}`;
    const words = ["--suite", at.suite, "--language", "javascript", "--agent", agent, "--output", "json"];
    const outcome = parsed(await at.roo(["evals", "run", ...words]));
    // What it wrote shows that it could work; what it found shows that there was nothing to find.
    expect(outcome.trials).toMatchObject([{ verdict: "passed", error: null }]);
    const found = foundBy(at);
    expect(found).toContain("searched everything");
    const answers = new RegExp(
      `${canary}|two-fer\\.spec|\\.reference|changes\\.diff|exercise\\.yaml|ROO_HOME|postgres:`,
    );
    expect(linesIn(found, answers)).toEqual([]);
    // A second run has the first one's results behind it.
    await at.roo(["evals", "run", ...words]);
    expect(linesIn(foundBy(at, 2), answers)).toEqual([]);
  }, 300_000);

  it("finds no copy of a built-in suite, in a checkout or in what is built from it", async () => {
    using at = evalsPlace((await databases.create()).url);
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

/** Copies of the suite with the canary in its answers, wherever a person would have them. Gives the places. */
function hideAnswers(at: Place & { readonly suite: string }): readonly string[] {
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

/** Solves the exercise by itself, and writes down whatever it can find. */
function searchIn(places: readonly string[]): string {
  const systems = "-path '*/.cache' -o -path /usr -o -path /proc -o -path /sys -o -path '*/.pnpm' -o -path '*/.tools'";
  return `cat > two-fer.js <<'END'
${solution}END
exec > found.txt 2>&1
env
pwd; ls -la . .. ../.. ../../.. / /tmp /run /home /mnt
for place in ${places.map((place) => `'${place}'`).join(" ")}; do
  find "$place" -type f -not -path '*/.pnpm/*' -not -path '*/.tools/*' -not -path '*/.cache/*' | head -3000
  grep -rsh 'canary-[0-9a-f]*' "$place" --exclude-dir=.pnpm --exclude-dir=.tools --exclude-dir=.cache | head -5
  git -C "$place" log --all -p -n 2; git --git-dir="$place/.git" log -p -n 2; git --git-dir="$place" cat-file --batch-all-objects --batch-check
done
git log --all -p
cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr '\\0' '\\n' | grep -v search.sh
ls -l /proc/[0-9]*/cwd /proc/[0-9]*/root /proc/[0-9]*/fd
find / \\( ${systems} \\) -prune -o \\( -name '.reference' -o -name '.meta' -o -name changes.diff -o -name exercise.yaml -o -name 'two-fer.spec*' \\) -print
grep -rsh --exclude-dir=proc --exclude-dir=sys --exclude-dir=usr --exclude-dir=.pnpm --exclude-dir=.tools --exclude-dir=.cache --exclude=found.txt --exclude=search.sh 'canary-[0-9a-f]*' / | head
echo searched everything
`;
}

function foundBy(at: Place, run = 1): string {
  const folder = join(at.home, "evals", "runs", String(run));
  const [trial = ""] = readdirSync(folder);
  const diff = readFileSync(join(folder, trial, "changes.diff"), "utf8");
  return diff.slice(diff.indexOf("+++ b/found.txt"));
}

function linesIn(text: string, pattern: RegExp): readonly string[] {
  return text.split("\n").filter((line) => pattern.test(line));
}
