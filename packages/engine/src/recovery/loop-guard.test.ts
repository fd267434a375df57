import { expect, it } from "vitest";
import { stage } from "../../test/agent-harness.ts";

const act = (what: string, result?: string) => ({ calls: [{ name: "act", callId: "c", input: { what, result } }] });
const look = (path: string) => ({ calls: [{ name: "look", callId: "c", input: { path } }] });
const fail = (why: string, about: string) => ({ calls: [{ name: "fail", callId: "c", input: { why, about } }] });
const files = { a: "A", b: "B", c: "C", d: "D", e: "E" };

async function outcomeOf(replies: Parameters<typeof stage>[0]["replies"]) {
  await using scene = await stage({ files, replies: [...replies, "the end"] });
  const result = await scene.run();
  const told = (await scene.events()).flatMap((event) =>
    event.type === "tool.end" && event.notice ? [event.notice] : [],
  );
  return { result, told, done: scene.trace.done };
}

it("warns at the third identical call and blocks the fourth", async () => {
  const { result, told, done } = await outcomeOf(Array.from({ length: 8 }, () => act("x")));
  expect(result).toMatchObject({ status: "limit", turns: 4, error: { code: "limit_loop" } });
  expect(told).toEqual([expect.stringContaining("third time")]);
  expect(done).toEqual(["x", "x", "x"]);
});

it("blocks the fourth round of two alternating calls", async () => {
  const { result, told, done } = await outcomeOf(
    Array.from({ length: 12 }, (_, index) => act(index % 2 === 0 ? "a" : "b")),
  );
  expect(result).toMatchObject({ status: "limit", error: { code: "limit_loop" } });
  expect(told).toEqual([expect.stringContaining("2 calls")]);
  expect(done).toHaveLength(6);
});

it("stops at the fourth occurrence of the same error, even with different arguments", async () => {
  const { result, told } = await outcomeOf(
    Array.from({ length: 8 }, (_, index) => fail("the door is locked", `way ${index}`)),
  );
  expect(result).toMatchObject({ status: "limit", turns: 4, error: { code: "limit_loop" } });
  expect(told).toEqual([expect.stringContaining("same error")]);
});

it("blocks repeated calls while nothing changes in between", async () => {
  const { result, told, done } = await outcomeOf([
    look("a"),
    look("b"),
    look("a"),
    look("c"),
    look("a"),
    look("d"),
    look("a"),
    look("e"),
  ]);
  expect(result).toMatchObject({ status: "limit", turns: 7, error: { code: "limit_loop" } });
  expect(told).toEqual([expect.stringContaining("nothing changed")]);
  expect(done.filter((deed) => deed === "look a")).toHaveLength(3);
});

it("allows the same call if its result or the workspace changes", async () => {
  const polling = Array.from({ length: 6 }, (_, index) => act("check", `${index} of 6 done`));
  expect((await outcomeOf(polling)).result).toMatchObject({ status: "completed" });
  const testing = Array.from({ length: 5 }, (_, index) => [
    { calls: [{ name: "write", callId: "w", input: { path: "a", content: `try ${index}` } }] },
    act("test", "1 failed"),
  ]).flat();
  expect((await outcomeOf(testing)).result).toMatchObject({ status: "completed" });
});

it("detects a loop across a crash", async () => {
  await using scene = await stage({ replies: [act("x"), act("x"), act("x"), { hangs: true }] });
  void scene.run();
  await expect.poll(() => scene.client.requests.length).toBe(4);
  await using later = await scene.restart({ replies: [act("x"), "never"] });
  expect(await later.run()).toMatchObject({ status: "limit", error: { code: "limit_loop" } });
  expect(later.trace.done).toEqual(["x", "x", "x"]);
});
