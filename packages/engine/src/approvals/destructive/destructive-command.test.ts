import type { ApprovalSubject } from "@roo-code/types";
import { expect, it } from "vitest";
import { judge } from "../judge.ts";

const command = (text: string): ApprovalSubject => ({ kind: "command", summary: text, command: text });
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
  ["git restore .", "git restore --staged a"],
  ["git branch -D x", "git branch -d x"],
  ["git push -f", "git push"],
  ["git push origin +main", "git push origin main"],
  ["git push --force-with-lease", "git push --tags"],
  ["git stash drop", "git stash"],
  ["truncate -s 0 a", "cat a"],
  ["shred a", "cat a"],
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
  ["kubectl -n x delete pod y", "kubectl get pods"],
  ["terraform destroy", "terraform plan"],
  ["rsync -a --delete a b", "rsync -a a b"],
  [":(){ :|:& };:", "a(){ ls|cat; };a"],
  ["reboot", "uptime"],
  ['echo "$(rm -rf x', 'echo "$(ls'],
  [`rm -r ${"a".repeat(70_000)}`, `ls ${"a".repeat(70_000)}`],
])("%s destroys, %s does not", async (destructive, harmless) => {
  const verdict = await judge(policy, command(destructive));
  expect(verdict).toMatchObject({ verdict: "deny" });
  expect(verdict).toHaveProperty("missing", expect.arrayContaining(["destructive"]));
  const granted = { autoApprove: new Set(["command", "destructive", "protected"] as const), attended: false };
  expect(await judge(granted, command(destructive))).toEqual({ verdict: "allow" });
  expect(await judge(policy, command(harmless))).toEqual({ verdict: "allow" });
});
