import { chatServer } from "@roo-code/testkit/chat-server";
import { expect, it } from "vitest";
import { call, complete, createProject, type TestProject } from "./roo.ts";

async function addProfile(here: TestProject, name: string, baseUrl: string, ...more: string[]): Promise<void> {
  const server = ["--provider", "openai-compatible", "--base-url", baseUrl, "--model", `model-of-${name}`];
  expect(await here.roo(["profiles", "add", name, ...server, ...more])).toMatchObject({ code: 0 });
}

const toolCall = (name: string, input: object) => ({ calls: [{ name, arguments: JSON.stringify(input) }] });

it("falls back to the next profile when the first is overloaded, says so, and loses nothing", async () => {
  using here = createProject({ "a.txt": "A" });
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
  expect(stderr).toContain("main is unavailable (overloaded); continuing with broken.");
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

it("skips a fallback whose key is wrong", async () => {
  using here = createProject();
  await using busy = await chatServer([{ status: 529, body: "{}" }]);
  await using strict = await chatServer([{ status: 401, body: "{}" }]);
  await using spare = await chatServer([{ text: "hello" }]);
  await addProfile(here, "main", busy.baseUrl, "--fallback", "strict", "--fallback", "spare");
  await addProfile(here, "strict", strict.baseUrl);
  await addProfile(here, "spare", spare.baseUrl);
  await here.roo(["profiles", "use", "main"]);
  const { code, stdout, stderr } = await here.roo(["run", "x"]);
  expect([code, stdout]).toEqual([0, "hello\n"]);
  expect(stderr).toContain("strict cannot be used (unauthorized); continuing with spare.");
});

it("hides secrets of profiles, rejects invalid ones, and warns when one in use is removed", async () => {
  using here = createProject();
  await addProfile(here, "a b", "http://127.0.0.1:9", "--header", "x-api-key=canary-header", "--header", "x-team=red");
  await here.roo(["profiles", "use", "a b"]);
  const shown = await Promise.all([
    here.roo(["profiles", "list"]),
    here.roo(["profiles", "list", "--output", "json"]),
    here.roo(["profiles", "export"]),
  ]);
  expect(JSON.stringify(shown)).not.toContain("canary");
  expect(JSON.stringify(shown)).toContain("red");
  const add = (...more: string[]) => here.roo(["profiles", "add", "x", ...more]);
  expect((await add("--provider", "nosuch")).stderr).toContain('Unknown provider: "nosuch"');
  const password = await add("--provider", "openai", "--base-url", "http://me:canary@127.0.0.1:9");
  expect(password).toMatchObject({ code: 2, stderr: expect.not.stringContaining("canary") });
  expect((await here.roo(["profiles", "remove", "a b"])).stdout).toContain("still in use");
});

it("does not fall back after a bad request", async () => {
  using here = createProject();
  await using strict = await chatServer([{ status: 400, body: '{"error":{"message":"no such parameter"}}' }]);
  await using spare = await chatServer([{ text: "never" }]);
  await addProfile(here, "main", strict.baseUrl, "--fallback", "spare");
  await addProfile(here, "spare", spare.baseUrl);
  await here.roo(["profiles", "use", "main"]);
  const { code, stderr } = await here.roo(["run", "x"]);
  expect([code, spare.requests.length]).toEqual([1, 0]);
  expect(stderr).toContain("no such parameter");
});

it("stores settings of clouds and local servers in a profile", async () => {
  using here = createProject();
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
