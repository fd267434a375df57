import { expect, it } from "vitest";
import { looksLikePrompt, looksLikeQuestion } from "./awaits-input.ts";

it.each([
  "Continue? [y/N] ",
  "Do you want to continue? [Y/n]",
  "Ok to proceed? (y) ",
  "Are you sure you want to continue connecting (yes/no/[fingerprint])? ",
  "Password: ",
  "Enter passphrase for key '/home/me/.ssh/id_rsa': ",
  "Username for 'https://example.org': ",
  "? Which framework? › ",
])("knows a question: %s", (line) => {
  expect(looksLikeQuestion(line)).toBe(true);
});

it.each(["done", "", "3 tests failed (1 skipped)", "error: password is wrong", "x".repeat(600) + "?"])(
  "takes no other line for one: %s",
  (line) => {
    expect(looksLikeQuestion(line)).toBe(false);
  },
);

it("knows where a program waits for a command", () => {
  expect([">>> ", "$ ", "mysql> ", "Name: "].every(looksLikePrompt)).toBe(true);
  expect(["", "Building", "50%| 3/6 files, "].some(looksLikePrompt)).toBe(false);
});
