import type { ApprovalSubject } from "@roo-code/types";
import { expect, it } from "vitest";
import { judge } from "../judge.ts";

const command = (text: string): ApprovalSubject => ({ kind: "command", summary: text, command: text });
const shell = {
  kind: "bash",
  findOwnProgram: () => undefined,
  realPath: (path: string) => path,
  expand: () => [],
  exists: (path: string) => /^(there|sub\/deep)$/.test(path),
} as const;
const context = { root: "/w", shell };
const long = "a".repeat(70_000);
const policy = { autoApprove: new Set(["command"] as const), attended: false };

it.each([
  ["rm -rf build", "rm build.log"],
  ["rm -fr -- x", "rm -f x"],
  ["rm --recur x", "rm --force x"],
  ["rm *.ts", "rm a.ts b.ts"],
  ["/bin/rm -r x", "/bin/ls -r x"],
  ["\\rm -r x", "\\ls -r x"],
  ["echo $(rm -rf x)", 'echo "rm -rf x"'],
  ["bash -c 'rm -rf x'", "bash -c 'ls'"],
  ["sudo timeout 5 rm -r x", "sudo timeout 5 ls"],
  ["find . | xargs rm", "find . | xargs ls"],
  ["find . -exec rm {} +", "find . -exec ls {} +"],
  ["find . -delete", "find . -print"],
  ["ssh host rm -rf x", "ssh host ls"],
  ["ssh host 'cd a && rm -rf x'", "ssh host 'cd a && ls'"],
  ["docker run x rm -rf /y", "docker run x ls"],
  ["git reset --hard", "git reset HEAD a"],
  ["git reset --har", "git reset --soft HEAD~1"],
  ["git -C sub reset --hard", "git -C sub status"],
  ["git clean -fd", "git clean -n"],
  ["git checkout -- a.ts", "git checkout main"],
  ["git checkout .", "git checkout -b x"],
  ["git checkout src/a.ts", "git checkout v1.0.3"],
  ["git checkout HEAD~1 src", "git checkout -b topic origin/main"],
  ["git checkout there", "git checkout topic"],
  ["cd sub && git checkout deep", "cd other && git checkout deep"],
  ["git checkout-index -f -a", "git checkout-index -a"],
  ["git restore .", "git restore --staged a"],
  ["git branch -D x", "git branch -d x"],
  ["git push -f", "git push"],
  ["git push origin +main", "git push origin main"],
  ["git push --force-with-lease", "git push --tags"],
  ["git stash drop", "git stash"],
  ["truncate -s 0 a", "cat a"],
  ["shred a", "cat a"],
  ['for f in *; do : > "$f"; done', 'for f in *; do sort "$f" > "$f.sorted"; done'],
  ['find . | while read -r f; do > "$f"; done', "> one.txt"],
  [Array.from({ length: 11 }, (_, index) => `: > ${index}`).join("; "), ": > 1; : > 2"],
  ["cp /dev/null *.ts", "cp /dev/null a.ts"],
  ["find . -exec cp /dev/null {} \\;", "find . -exec cp {} /tmp/x \\;"],
  ["echo | tee *.ts", "echo | tee -a *.ts"],
  [`python3 -c "import shutil; shutil.rmtree('x')"`, `python3 -c "import shutil; shutil.copytree('x', 'y')"`],
  ["python3 - <<'E'\nimport shutil\nshutil.rmtree('x')\nE", "cat - <<'E'\nshutil.rmtree('x')\nE"],
  ["node -e 'fs.rmSync(p, { recursive: true })'", "node -e 'fs.readFileSync(p)'"],
  [`ruby -e 'system("rm -rf x")'`, `ruby -e 'puts "rm"'`],
  ["dd if=a of=b", "dd if=a"],
  ["mkfs.ext4 /dev/sda1", "df /dev/sda1"],
  ["echo x > /dev/sda", "echo x > /dev/null"],
  ["mv a /dev/null", "mv a b"],
  ["chmod -R 777 .", "chmod 644 a"],
  ["chown -R a /", "chown a b"],
  ["psql -c 'DROP TABLE a'", "psql -c 'SELECT 1'"],
  ["echo 'drop database a' | mysql", "echo 'drop database a' | cat"],
  ["sqlite3 a.db <<EOF\nDELETE FROM a;\nEOF", "sqlite3 a.db <<EOF\nDELETE FROM a WHERE b = 1;\nEOF"],
  ["docker system prune -f", "docker ps"],
  ["docker compose -f a.yml down -v", "docker compose down"],
  ["kubectl -n x delete pod y", "kubectl get pods"],
  ["terraform destroy", "terraform plan"],
  ["rsync -a --delete a b", "rsync -a a b"],
  [":(){ :|:& };:", "a(){ ls|cat; };a"],
  ["reboot", "uptime"],
  ['echo "$(rm -rf x', 'echo "$(ls'],
])("%s destroys, %s does not", tellsApart);

it("also judges commands that are too long to parse", async () => {
  expect(await judge(policy, command(`rm -r ${long}`), context)).toMatchObject({ missing: ["destructive"] });
  expect(await judge(policy, command(`ls ${long}`), context)).toEqual({ verdict: "allow" });
});

async function tellsApart(destructive: string, harmless: string): Promise<void> {
  const verdict = await judge(policy, command(destructive), context);
  expect(verdict).toMatchObject({ verdict: "deny" });
  expect(verdict).toHaveProperty("missing", expect.arrayContaining(["destructive"]));
  const granted = { autoApprove: new Set(["command", "destructive", "protected"] as const), attended: false };
  expect(await judge(granted, command(destructive), context)).toEqual({ verdict: "allow" });
  expect(await judge(policy, command(harmless), context)).toEqual({ verdict: "allow" });
}
