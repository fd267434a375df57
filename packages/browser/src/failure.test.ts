import { expect, it } from "vitest";
import { actionFailure } from "./failure.ts";

it.each([
  [
    "locator.fill: Error: Element is not an <input>, <textarea>",
    "Type did not work: Element is not an <input>, <textarea>",
  ],
  ["locator.click: Unknown engine", "Type did not work: Unknown engine"],
  [
    "locator.click: Timeout 7000ms exceeded.\nCall log:\n  - 3 × waiting\n    - <div> intercepts pointer events\n",
    "Type did not work: <div> intercepts pointer events",
  ],
])("reports what blocked the action, without Playwright's prefixes: %j", (thrown, expected) => {
  expect(actionFailure("type", new Error(thrown))).toMatchObject({ code: "action_failed", message: expected });
});
