import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@roo-code/testkit/until";
import { describe, expect, it } from "vitest";
import { type Connected, command, complete, serveModes, stateless } from "./serve-modes.ts";

const wait = { waitSeconds: 50 };
const uris = async ({ client }: Connected) => (await client.listResources()).resources.map(({ uri }) => uri);
const read = async ({ client }: Connected, uri: string) => {
  const [content] = (await client.readResource({ uri })).contents;
  return JSON.parse(content && "text" in content ? content.text : "null") as Record<string, unknown>;
};

describe("resources", () => {
  it("are modes and the tasks of a client, with their events in pages", async () => {
    const me = await (await serveModes([complete("ok")])).connect();
    expect(await uris(me)).toContain("mode://architect");
    expect(await read(me, "mode://architect")).toMatchObject({ slug: "architect", name: "Architect" });
    const { taskId } = await me.view("new_task", { prompt: "Look at this.\nAnd that.", ...wait });
    const listed = (await me.client.listResources()).resources.find(({ uri }) => uri === `task://${taskId}`);
    expect(listed?.description).toBe("Look at this.");
    expect(await read(me, `task://${taskId}`)).toMatchObject({ status: "completed", result: "ok" });
    const { events, next } = await read(me, `task://${taskId}/events`);
    const all = events as { seq: number; type: string }[];
    expect([all[0]?.type, all.at(-1)?.type, next]).toEqual(["task.start", "run.end", null]);
    expect(await read(me, `task://${taskId}/events/2`)).toMatchObject({ events: all.slice(2) });
    const { resourceTemplates } = await me.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "mode://{slug}",
      "task://{taskId}",
      "task://{taskId}/events",
      "task://{taskId}/events/{after}",
    ]);
    const ref = { type: "ref/resource", uri: "mode://{slug}" } as const;
    const { completion } = await me.client.complete({ ref, argument: { name: "slug", value: "ar" } });
    expect(completion.values).toEqual(["architect"]);
    await expect(read(me, "mode://unknown")).rejects.toThrow("not found");
    await expect(read(me, "task://01a1e6fe-2908-7671-9ba9-a031b48f72a4")).rejects.toThrow("not found");
    await expect(read(me, "task://..%2Fx/events")).rejects.toThrow("not found");
  });

  it.each([
    ["that subscribes", undefined],
    ["that listens without a session", stateless],
  ])("notify only a client %s of changes", async (_, options) => {
    const at = await serveModes([command("true"), complete("ok")]);
    const [me, other] = [await at.connect(options), await at.connect(options)];
    const updated = { me: new Set<string>(), other: new Set<string>() };
    me.client.setNotificationHandler(
      "notifications/resources/updated",
      ({ params }) => void updated.me.add(params.uri),
    );
    other.client.setNotificationHandler(
      "notifications/resources/updated",
      ({ params }) => void updated.other.add(params.uri),
    );
    const { taskId, questions } = await me.view("new_task", { prompt: "Go.", ...wait });
    const uri = `task://${taskId}`;
    if (options) await me.client.listen({ resourceSubscriptions: [uri] });
    else await me.client.subscribeResource({ uri });
    await me.call("answer_approval", { taskId, callId: questions[0]?.callId, decision: "allow", ...wait });
    await until(() => updated.me.size > 0);
    expect(updated).toEqual({ me: new Set([uri]), other: new Set() });
  });
});

describe("prompts", () => {
  it("are commands and modes, and follow their changes", async () => {
    const at = await serveModes([], {
      files: { ".roo/commands/review.md": "---\ndescription: Look over it\n---\nReview $ARGUMENTS." },
    });
    const { client } = await at.connect();
    const { prompts } = await client.listPrompts();
    expect(prompts.find(({ name }) => name === "review")).toMatchObject({ description: "Look over it" });
    const { messages } = await client.getPrompt({ name: "review", arguments: { arguments: "src/a.ts" } });
    expect(messages).toEqual([{ role: "user", content: { type: "text", text: "Review src/a.ts." } }]);
    const asMode = await client.getPrompt({ name: "mode-architect", arguments: { task: "Plan it." } });
    expect(JSON.stringify(asMode.messages)).toContain("Plan it.");

    let hasChanged = false;
    client.setNotificationHandler("notifications/prompts/list_changed", () => void (hasChanged = true));
    mkdirSync(join(at.project.root, ".roo/commands"), { recursive: true });
    writeFileSync(join(at.project.root, ".roo/commands/ship.md"), "Ship it.");
    await until(() => hasChanged);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("ship");
  });
});
