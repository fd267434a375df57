import { expect, it } from "vitest";
import { changesNothing } from "./changes-nothing.ts";

it.each([
  "ls -la",
  "grep -E 'a>b' src",
  'grep "x > y" a.ts 2>/dev/null',
  "find . -name '*.ts'",
  "git status --short",
  "git add -A",
  "node --version",
  "cat a.ts 2>&1",
  "sort names",
])("recognizes %j as read-only", (command) => expect(changesNothing(command)).toBe(true));

it.each([
  "npm test",
  "echo a > b",
  "cat a >> b",
  "echo a >/dev/nullx",
  'echo "$(rm a)"',
  "echo `rm a`",
  "ls \\`rm a`",
  "cat <(touch a)",
  'echo "it\'s" > "f\'s"',
  "find . -delete",
  "find . -exec rm {} +",
  "git commit -m x",
  "git -C app status",
  "git diff --output=a",
  "sort -o a a",
  "sort -uo a a",
  "FOO=1 ls",
  "rm",
  "",
])("does not treat %j as read-only", (command) => expect(changesNothing(command)).toBe(false));
