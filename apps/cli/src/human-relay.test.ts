import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { relayAtTerminal } from "./human-relay.ts";

function atTheTerminal(isTTY: boolean) {
  const [stdin, stderr] = [Object.assign(new PassThrough(), { isTTY }), new PassThrough()];
  let screen = "";
  stderr.on("data", (chunk) => (screen += String(chunk)));
  const relay = relayAtTerminal({ stdin, stderr, interrupt: () => {} });
  const abort = new AbortController();
  return {
    stdin,
    abort,
    screen: () => screen,
    ask: (prompt: string) => relay(prompt, abort.signal),
    isAsked: async () => {
      await expect.poll(() => screen).toContain("Paste the answer");
    },
  };
}

it.each([true, false])("shows the prompt and reads up to a dot (a terminal: %s)", async (isTTY) => {
  const person = atTheTerminal(isTTY);
  const answer = person.ask("What now?\u001b[2J");
  await person.isAsked();
  person.stdin.write("one\n\ntwo\n.\n");
  expect(await answer).toBe("one\n\ntwo");
  expect(person.screen()).toContain("----- copy this into a chat -----\nWhat now?<U+001B>[2J\n----- end -----");
});

it("keeps unread piped lines for the next prompt", async () => {
  const person = atTheTerminal(false);
  person.stdin.end("first\n.\nsecond\n");
  expect(await person.ask("1")).toBe("first");
  expect(await person.ask("2")).toBe("second");
  await expect(person.ask("3")).rejects.toMatchObject({ code: "no_answer" });
});

it("reads a long line completely", async () => {
  const person = atTheTerminal(true);
  const answer = person.ask("1");
  await person.isAsked();
  person.stdin.write(`${"x".repeat(20_000)}\n.\n`);
  expect(await answer).toHaveLength(20_000);
});

it.each([true, false])("stops reading when the run ends (a terminal: %s)", async (isTTY) => {
  const person = atTheTerminal(isTTY);
  const answer = person.ask("1");
  await person.isAsked();
  person.abort.abort(new Error("enough"));
  await expect(answer).rejects.toThrow("enough");
});
