import { expect, test } from "vitest";
import { complete, mentionOf, tokenAt } from "./completion-token.ts";

test.each([
  ["see @sr", { kind: "mention", query: "sr", from: 4, to: 7 }],
  ["@/src/a", { kind: "mention", query: "/src/a", from: 0, to: 7 }],
  [String.raw`@odd\ na`, { kind: "mention", query: String.raw`odd\ na`, from: 0, to: 8 }],
  ["/rev", { kind: "command", query: "rev", from: 0, to: 4 }],
  ["me@example.com", undefined],
  ["a /path", undefined],
  ["see @src done", undefined],
])("%s", (text, token) => {
  expect(tokenAt(text, text.length)).toEqual(token);
});

test("a completion replaces the token and moves the caret behind it", () => {
  const token = tokenAt("see @ca and go", 7);
  expect(token && complete("see @ca and go", token, mentionOf("src/my cart.ts", false))).toEqual({
    text: String.raw`see @/src/my\ cart.ts  and go`,
    caret: 22,
  });
});
