import { expect, it } from "vitest";
import { createProject } from "./roo.ts";

const call = (name: string, input: object) => ({ toolCalls: [{ name, input }] });
const done = (...evidence: object[]) => call("attempt_completion", { result: "Done.", evidence });
const wrote = call("write_to_file", { path: "a.txt", content: "a\n" });
const tested = { claim: "a is there", command: "test -s a.txt" };

it.each([
  [
    "shown",
    [wrote, call("bash", { cmd: "test -s a.txt" }), done(tested, { claim: "a", path: "a.txt" })],
    "verified",
    3,
  ],
  ["left out", [wrote, done()], "unverified", 2],
  [
    "stale, then shown",
    [
      call("execute_command", { command: "true" }),
      wrote,
      done({ claim: "t", command: "true" }),
      call("execute_command", { command: "true" }),
      done({ claim: "t", command: "true" }),
    ],
    "verified",
    5,
  ],
  ["wrong twice", [wrote, done(tested), done(tested)], "failed", 3],
  [
    "shown in the background",
    [
      call("execute_command", { command: "node -e 0", background: true, timeout: 1 }),
      call("read_command_output", { artifact_id: "cmd-1.txt", wait: 20 }),
      done({ claim: "n", command: "node -e 0" }),
    ],
    "verified",
    3,
  ],
  [
    "failing",
    [
      call("execute_command", { command: "node -e 'process.exit(3)'" }),
      done({ claim: "n", command: "node -e 'process.exit(3)'" }),
      done({ claim: "n", command: "node -e 'process.exit(3)'" }),
    ],
    "failed",
    3,
  ],
  ["none, in words only", [wrote, { text: "Done." }], "unverified", 2],
  ["none, for a question", [{ text: "42" }], null, 1],
])("checks claims against the log: %s", async (_, replies, verification, turns) => {
  using here = createProject();
  const { code, result } = await here.run(replies, "--auto-approve", "all");
  expect({ code, ...result }).toMatchObject({ code: 0, status: "completed", verification, turns });
});
