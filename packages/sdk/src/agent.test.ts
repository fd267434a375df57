import { chmodSync, existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { call, complete, scripted } from "../test/scripted.ts";
import { Agent, type AgentEvent, type ApprovalRequest, RooClient, type RooError } from "./index.ts";

describe("a run", () => {
  it("resolves to its result, which is text where text is expected", async () => {
    const { options, project } = scripted([
      call("write_to_file", { path: "a.txt", content: "a\n" }),
      complete("Done."),
    ]);
    const result = await new Agent({ ...options, autoApprove: ["edit"] }).run("Write a file.");
    expect(result).toMatchObject({ status: "completed", result: "Done.", turns: 2, filesChanged: ["a.txt"] });
    expect(String(result)).toBe("Done.");
    expect(JSON.parse(JSON.stringify(result))).toMatchObject({ taskId: result.taskId, status: "completed" });
    expect(project.readText("a.txt")).toBe("a\n");
  });

  it("takes ten replies unless another limit is set", async () => {
    const usage = { inputTokens: 10, outputTokens: 10 };
    const reads = Array.from({ length: 30 }, (_, index) => ({ ...call("read_file", { path: `${index}.txt` }), usage }));
    const { options } = scripted(reads);
    expect(await new Agent(options).run("Read.")).toMatchObject({ status: "limit", turns: 10 });
    const limited = await new Agent({ ...options, maxIterations: 2 }).run("Read.");
    expect(limited).toMatchObject({ status: "limit", turns: 2, error: { code: "limit_turns" } });
    const other = await new Agent({ ...options, limits: { tokens: 1 }, maxIterations: Infinity }).run("Read.");
    expect(other).toMatchObject({ status: "limit", error: { code: "limit_tokens" } });
  });

  it("denies what nothing approves, and has the role and the groups it was given", async () => {
    const { options, project } = scripted([call("write_to_file", { path: "a.txt", content: "a" }), complete("no")]);
    const agent = new Agent({ ...options, systemPrompt: "You are a gardener.", groups: ["read", "edit"] });
    const events = agent.events();
    const result = await agent.run("Write.");
    expect(result.filesChanged).toEqual([]);
    expect(existsSync(project.path("a.txt"))).toBe(false);
    expect(await endsOf(events)).toEqual([{ name: "write_to_file", code: "denied" }, { name: "attempt_completion" }]);
    const without = new Agent({
      ...scripted([call("execute_command", { command: "true" }), complete("")]).options,
      groups: [],
    });
    const others = without.events();
    await without.run("Run.");
    expect(await endsOf(others)).toEqual([
      { name: "execute_command", code: "tool_not_allowed" },
      { name: "attempt_completion" },
    ]);
  });

  it("sends events of the log and live deltas, until no run is left or the reader stops", async () => {
    const { options } = scripted([{ text: "Hello there." }]);
    const agent = new Agent({ ...options, storage: "memory" });
    const [all, first] = [agent.events(), agent.events()];
    const running = agent.run("Hi.");
    const seen: AgentEvent[] = [];
    for await (const event of all) seen.push(event);
    for await (const event of first) if (event.type === "run.start") break;
    const { taskId } = await running;
    expect(seen.filter((event) => !("live" in event)).map(({ type }) => type)).toEqual([
      "task.start",
      "message.added",
      "run.start",
      "turn.start",
      "turn.end",
      "run.end",
    ]);
    expect(seen.flatMap((event) => (event.type === "text.delta" ? event.text : [])).join("")).toBe("Hello there.");
    expect(seen.every(({ from }) => from.taskId === taskId && from.agent === "root")).toBe(true);
    expect(await first.next()).toEqual({ value: undefined, done: true });
  });

  it("asks the program about effects and questions", async () => {
    const { options } = scripted([
      call("ask_followup_question", { question: "Which?", follow_up: [{ text: "this" }] }),
      call("write_to_file", { path: "a.txt", content: "a" }),
      call("write_to_file", { path: "b.txt", content: "b" }),
      { ...complete("ok"), expect: "not b" },
    ]);
    const asked: ApprovalRequest[] = [];
    const agent = new Agent({
      ...options,
      approve: (request) => {
        asked.push(request);
        return request.paths?.[0] === "a.txt" || { allow: false, feedback: "not b" };
      },
      answer: ({ question, suggestions }) => `${question} ${suggestions[0]}`,
    });
    const result = await agent.run("Write.");
    expect(result).toMatchObject({ status: "completed", filesChanged: ["a.txt"] });
    expect(asked[0]).toMatchObject({ taskId: result.taskId, tool: "write_to_file", kind: "edit", summary: "a.txt" });
    expect(asked[0]?.detail).toContain("+a");
  });

  it("takes messages while it is running", async () => {
    const { options } = scripted([
      call("write_to_file", { path: "a.txt", content: "a" }),
      { ...complete("ok"), expect: "Use two spaces." },
    ]);
    const agent = new Agent({
      ...options,
      async approve({ taskId }) {
        await agent.send(taskId, "Use two spaces.");
        return true;
      },
    });
    const { taskId, status } = await agent.run("Write.");
    expect(status).toBe("completed");
    await expect(agent.send(taskId, "Too late.")).rejects.toMatchObject({ code: "task_not_running" });
    await expect(agent.send("nothing", "Hello?")).rejects.toMatchObject({ code: "task_not_found" });
  });

  it("is rejected when a callback throws, and stopped", async () => {
    const { options } = scripted([call("write_to_file", { path: "a.txt", content: "a" }), complete("ok")]);
    const agent = new Agent({
      ...options,
      approve: () => {
        throw new Error("no database");
      },
    });
    await expect(agent.run("Write.")).rejects.toMatchObject({
      code: "approve_failed",
      message: "The function approve threw: no database",
    });
    expect(readdirSync(`${options.storage}/tasks`)).toHaveLength(1);
  });
});

describe("resume and fork", () => {
  it("continue a task by its id, also with another agent", async () => {
    const { options } = scripted([complete("one"), complete("two"), complete("three")]);
    const { taskId } = await new Agent(options).run("One.");
    const other = new Agent(options);
    expect(await other.resume(taskId, "Two.")).toMatchObject({ taskId, result: "two", turns: 2 });
    const fork = await other.fork(taskId);
    expect(fork).not.toBe(taskId);
    expect(await other.resume(fork, "Three.")).toMatchObject({ taskId: fork, result: "three" });
    expect(await other.resume(taskId, "Three.")).toMatchObject({ taskId, result: "three" });
  });

  it("work in memory as well", async () => {
    const { options } = scripted([complete("one"), complete("two")]);
    const agent = new Agent({ ...options, storage: "memory" });
    const { taskId } = await agent.run("One.");
    expect(await agent.resume(await agent.fork(taskId), "Two.")).toMatchObject({ result: "two" });
    await expect(new Agent({ ...options, storage: "memory" }).resume(taskId)).rejects.toMatchObject({
      code: "task_not_found",
    });
  });

  it("are refused for tasks that do not exist or that another agent is running", async () => {
    const { options } = scripted([call("write_to_file", { path: "a.txt", content: "a" }), complete("ok")]);
    const asked = Promise.withResolvers<string>();
    const answer = Promise.withResolvers<boolean>();
    const first = new Agent({
      ...options,
      approve: ({ taskId }) => {
        asked.resolve(taskId);
        return answer.promise;
      },
    });
    const running = first.run("Write.");
    const taskId = await asked.promise;
    await expect(new Agent(options).resume(taskId, "Me too.")).rejects.toMatchObject({ code: "task_busy" });
    await expect(first.resume(taskId)).rejects.toMatchObject({ code: "task_busy" });
    answer.resolve(true);
    expect(await running).toMatchObject({ status: "completed", filesChanged: ["a.txt"] });
    await expect(first.resume("nothing")).rejects.toMatchObject({ code: "task_not_found" });
    await expect(first.resume("../../etc/passwd")).rejects.toMatchObject({ code: "task_not_found" });
    await expect(first.fork(taskId, { at: 1 })).rejects.toMatchObject({ code: "nothing_to_fork" });
  });
});

describe("configuration", () => {
  const files = { "AGENTS.md": "Speak like a pirate.", ".roomodes": "customModes: [", "settings.json": "{" };
  const homeFiles = { "settings.json": '{ "maxTurns": 1, "autoApprove": ["edit"] }', "rules/mine.md": "Be brief." };

  it("is not read unless asked", async () => {
    const { options } = scripted([call("list_files", { path: "." }), complete("ok")], { files, homeFiles });
    const quiet = new Agent(options);
    const events = quiet.events();
    expect(await quiet.run("Hi.")).toMatchObject({ status: "completed" });
    expect(await instructionsIn(events)).toBeUndefined();
    const asked = new Agent({ ...options, loadConfiguration: true, instructions: "Use tabs." });
    const others = asked.events();
    expect(await asked.run("Hi.")).toMatchObject({ status: "completed" });
    const instructions = await instructionsIn(others);
    for (const text of ["Speak like a pirate.", "Be brief.", "Use tabs."]) expect(instructions).toContain(text);
  });
});

describe("storage", () => {
  it("in memory writes nothing to disk, not even for commands", async () => {
    const { options, home, project } = scripted([call("execute_command", { command: "echo hi" }), complete("ok")]);
    const agent = new Agent({ ...options, storage: "memory", autoApprove: "all" });
    expect(await agent.run("Run.")).toMatchObject({ status: "completed" });
    expect([readdirSync(home.root), readdirSync(project.root)]).toEqual([[], []]);
  });

  it.skipIf(process.getuid?.() === 0)("that cannot be written is reported", async () => {
    const { options, home } = scripted([complete("ok")]);
    chmodSync(home.root, 0o500);
    await expect(new Agent(options).run("Hi.")).rejects.toMatchObject({ code: "home_not_writable" });
  });

  it("that is a file is reported", async () => {
    const { options, home } = scripted([complete("ok")], { homeFiles: { file: "" } });
    const agent = new Agent({ ...options, storage: home.path("file/below") });
    await expect(agent.run("Hi.")).rejects.toMatchObject({ code: "home_not_writable" });
  });
});

describe("wrong options", () => {
  it.each([
    [{ client: undefined }, "bad_options"],
    [{ client: { providerSettings: {} } }, "bad_options"],
    [{ cwd: 7 }, "bad_options"],
    [{ storage: "" }, "bad_options"],
    [{ maxIterations: 0 }, "bad_options"],
    [{ maxIterations: 2.5 }, "bad_options"],
    [{ autoApprove: ["everything"] }, "bad_options"],
    [{ approve: "yes" }, "bad_options"],
    [{ tools: [{ name: "x" }] }, "bad_tool"],
  ])("%o are refused at once", (wrong, code) => {
    const { options } = scripted([]);
    expect(() => new Agent({ ...options, ...(wrong as object) })).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    [{ cwd: "/nowhere/at/all" }, "bad_cwd"],
    [{ mode: "pirate" }, "unknown_mode"],
    [{ mode: "pirate", groups: [] }, "unknown_mode"],
    [{ settings: { sandbox: "perhaps" } }, "bad_options"],
  ])("%o are refused with the first run", async (wrong, code) => {
    const { options } = scripted([complete("ok")]);
    await expect(new Agent({ ...options, ...(wrong as object) }).run("Hi.")).rejects.toMatchObject({ code });
    await expect(new Agent(options).run(" ")).rejects.toMatchObject({ code: "bad_options" });
  });

  it("of the provider have a code", async () => {
    const environment = { PATH: "" };
    const codes: Record<string, object> = {
      unknown_provider: { apiProvider: "nobody" },
      missing_key: { apiProvider: "openai" },
      bad_key: { apiProvider: "openai", apiKey: "schlüssel" },
      missing_model: { apiProvider: "openai-compatible", apiBaseUrl: "http://127.0.0.1:1" },
      bad_base_url: { apiProvider: "openai-compatible", apiBaseUrl: "::", apiModelId: "m" },
      bad_replay: { apiProvider: "replay", replayFile: "/nowhere.jsonl" },
    };
    for (const [code, providerSettings] of Object.entries(codes)) {
      const client = new RooClient({ providerSettings: providerSettings as never, environment });
      const failure = await new Agent({ ...scripted([]).options, client }).run("Hi.").catch((error: RooError) => error);
      expect(failure).toMatchObject({ name: "RooError", message: expect.any(String), next: expect.any(String) });
      expect([code, (failure as RooError).code]).toEqual([code, code]);
      expect((failure as RooError).next).not.toContain("--");
    }
    expect(() => new RooClient({ providerSettings: {} as never })).toThrow(
      expect.objectContaining({ code: "bad_settings" }),
    );
    expect(() => new RooClient({} as never)).toThrow(expect.objectContaining({ code: "bad_settings" }));
  });
});

it("fifty agents run at the same time without knowing of each other", async () => {
  const { options } = scripted([
    call("list_files", { path: "." }),
    call("read_file", { path: "a.txt" }),
    complete("ok"),
  ]);
  const agents = Array.from({ length: 50 }, () => new Agent({ ...options, storage: "memory" }));
  const results = await Promise.all(agents.map((agent, index) => agent.run(`Task ${index}`)));
  expect(results.map(({ status, turns }) => `${status} ${turns}`)).toEqual(Array(50).fill("completed 3"));
  expect(new Set(results.map(({ taskId }) => taskId)).size).toBe(50);
});

async function endsOf(events: AsyncIterable<AgentEvent>) {
  const ends: { name: string; code?: string }[] = [];
  for await (const event of events)
    if (event.type === "tool.end")
      ends.push({ name: event.name, ...(event.code !== undefined && { code: event.code }) });
  return ends;
}

async function instructionsIn(events: AsyncIterable<AgentEvent>) {
  for await (const event of events) if (event.type === "task.start") return event.instructions;
}
