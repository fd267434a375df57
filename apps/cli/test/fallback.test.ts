import { chatServer } from "@roo-code/testkit";
import { expect, it } from "vitest";
import { call, complete, type Place, place } from "./roo.ts";

async function addProfile(here: Place, name: string, baseUrl: string, ...more: string[]): Promise<void> {
  const server = ["--provider", "openai-compatible", "--base-url", baseUrl, "--model", `model-of-${name}`];
  expect(await here.roo(["profiles", "add", name, ...server, ...more])).toMatchObject({ code: 0 });
}

const toolCall = (name: string, input: object) => ({ calls: [{ name, arguments: JSON.stringify(input) }] });

it("goes on with the next profile when the first is overloaded, says so, and loses nothing", async () => {
  using here = place({ "a.txt": "A" });
  await using busy = await chatServer([
    toolCall("read_file", { path: "a.txt" }),
    { status: 529, body: '{"error":{"message":"Overloaded"}}' },
  ]);
  await using spare = await chatServer([{ text: "it says A" }]);
  await addProfile(here, "main", busy.baseUrl, "--fallback", "broken", "--fallback", "spare");
  await addProfile(here, "broken", spare.baseUrl, "--api-key", "${env:NOT_SET_ANYWHERE}");
  await addProfile(here, "spare", spare.baseUrl);
  await here.roo(["profiles", "use", "main"]);

  const { code, stdout, stderr } = await here.roo(["run", "what does a.txt say?"]);
  expect([code, stdout]).toEqual([0, "it says A\n"]);
  expect(stderr).toContain("main is out of order (overloaded); going on with broken.");
  expect(stderr).toContain("broken cannot be used");
  expect(busy.requests).toHaveLength(2);
  expect(spare.requests.map(({ body }) => body?.model)).toEqual(["model-of-spare"]);
  expect(spare.requests[0]?.raw.toString()).toContain("read_file");

  const events = here.events(here.taskIds()[0] ?? "");
  expect(events.filter(({ type }) => type === "turn.end")).toMatchObject([
    expect.not.objectContaining({ provider: expect.anything() }),
    { provider: "openai-compatible", model: "model-of-spare" },
  ]);
});

it("stays with a profile whose request was wrong", async () => {
  using here = place();
  await using strict = await chatServer([{ status: 400, body: '{"error":{"message":"no such parameter"}}' }]);
  await using spare = await chatServer([{ text: "never" }]);
  await addProfile(here, "main", strict.baseUrl, "--fallback", "spare");
  await addProfile(here, "spare", spare.baseUrl);
  await here.roo(["profiles", "use", "main"]);
  const { code, stderr } = await here.roo(["run", "x"]);
  expect([code, spare.requests.length]).toEqual([1, 0]);
  expect(stderr).toContain("no such parameter");
});

it("keeps what clouds and local servers need in a profile", async () => {
  using here = place();
  await addProfile(
    here,
    "cloud",
    "http://127.0.0.1:9",
    "--region",
    "eu-west-1",
    "--header",
    "x-team=red",
    "--temperature",
    "0",
  );
  const listed = await here.roo(["profiles", "list", "--output", "json"]);
  expect(JSON.parse(listed.stdout)).toMatchObject({
    cloud: { region: "eu-west-1", headers: { "x-team": "red" }, temperature: 0 },
  });
  const wrong = await here.roo(["profiles", "add", "x", "--provider", "openai", "--header", "nonsense"]);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("NAME=VALUE") });
  const { result } = await here.run(
    [call("list_files", { path: "." }), complete("done")],
    "--reasoning-effort",
    "high",
  );
  expect(result.status).toBe("completed");
});
