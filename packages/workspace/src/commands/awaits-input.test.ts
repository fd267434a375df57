import { expect, it } from "vitest";
import { looksLikeAnswerPrompt, looksLikePrompt, missesTerminal } from "./awaits-input.ts";

it.each([
  "Continue? [y/N] ",
  "Do you want to continue? [Y/n]",
  "Ok to proceed? (y) ",
  "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
  "rm: remove regular file 'a.txt'? ",
  "? Which framework? › ",
  "Password: ",
  "Enter passphrase for key '/home/me/.ssh/id_rsa': ",
  "Username for 'https://example.org': ",
])("recognizes a prompt for an answer: %s", (line) => {
  expect(looksLikeAnswerPrompt(line)).toBe(true);
});

it.each([
  "done",
  "",
  "error: unknown option --fo. Did you mean --foo?",
  "Is it running?",
  "3 tests failed (1 skipped)",
  "error: password is wrong",
  "x".repeat(600) + "?",
])("does not mistake another line for one: %s", (line) => {
  expect(looksLikeAnswerPrompt(line)).toBe(false);
});

it("recognizes what a program prints without a terminal", () => {
  const said = ["Vim: Warning: Input is not from a terminal", "stdin is not a tty", "Standard input is not a terminal"];
  expect(said.every(missesTerminal)).toBe(true);
  expect(["the input is not a number", "terminal"].some(missesTerminal)).toBe(false);
});

it("recognizes a prompt for a command", () => {
  expect([">>> ", "$ ", "mysql> ", "Name: "].every(looksLikePrompt)).toBe(true);
  expect(["", "Building", "50%| 3/6 files, "].some(looksLikePrompt)).toBe(false);
});
