import { expect, it } from "vitest";
import { commandId, commandText } from "./call-command.ts";

const call = (input: unknown) => ({ type: "tool-call" as const, callId: "c", name: "x", input });

it.each([
  [{ command: "npm test" }, "npm test"],
  [{ cmd: "npm test", workdir: "app" }, "npm test"],
  [{ CommandLine: "npm test" }, "npm test"],
  [{ command: ["bash", "-lc", "npm test && ls"] }, "npm test && ls"],
  [{ command: ["npm", "test"] }, "npm test"],
  [{ command: "npm", args: ["test", 1] }, "npm test 1"],
  [{ path: "a" }, undefined],
  [null, undefined],
  ["npm test", undefined],
])("finds the command in %j", (input, expected) => expect(commandText(call(input))).toBe(expected));

it.each([
  [{ artifact_id: "cmd-3.txt", wait: 5 }, "cmd-3"],
  [{ bash_id: " cmd-12 " }, "cmd-12"],
  [{ id: "cmd-x" }, undefined],
  [null, undefined],
])("finds the background command in %j", (input, expected) => expect(commandId(call(input))).toBe(expected));
