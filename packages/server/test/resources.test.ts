import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { s3Server } from "@roo-code/testkit/s3/s3-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { done, script } from "./obedient-model.ts";
import { type Served, type ServedParts, serve, servedParts } from "./served.ts";

const bucket = "roo-test";
const keys = { "TEST-KEY-ID": "test-secret-key-that-is-fake" };

const storages = [
  { name: "a database of its own and blobs on disk", isEmbedded: true, hasBucket: false },
  { name: "DATABASE_URL and blobs in a bucket", isEmbedded: false, hasBucket: true },
];

describe.each(storages)("with $name", ({ isEmbedded, hasBucket }) => {
  let parts: ServedParts;
  let served: Served;
  let s3: Awaited<ReturnType<typeof s3Server>>;
  beforeAll(async () => {
    [parts, s3] = await Promise.all([servedParts(), s3Server({ bucket, keys })]);
    served = await serve(parts, {
      files: { "a.txt": "one\n", "src/b.txt": "two\n" },
      environment: {
        ...(isEmbedded && { DATABASE_URL: "" }),
        ...(hasBucket && {
          ROO_BLOBS_URL: `s3://${bucket}/backups?endpoint=${s3.origin}&region=eu-test-1`,
          AWS_ACCESS_KEY_ID: "TEST-KEY-ID",
          AWS_SECRET_ACCESS_KEY: keys["TEST-KEY-ID"],
        }),
      },
    });
  });
  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await s3[Symbol.asyncDispose]();
    await parts[Symbol.asyncDispose]();
  });

  const failure = (status: number, code: string) => expect.objectContaining({ status, code });

  it("opens, shows and forgets folders without deleting their files", async () => {
    const { workspaces } = served.client;
    const folder = join(served.folder, "..", "other");
    mkdirSync(folder);
    writeFileSync(join(folder, "kept.txt"), "x");
    const { workspaceId } = await workspaces.open({ body: { folder, name: "Other" } });
    expect(await workspaces.open({ body: { folder } })).toMatchObject({ workspaceId });
    const params = { workspaceId };
    expect(await workspaces.get({ params })).toMatchObject({ folder, isOwned: false, isTrusted: false });
    expect(await workspaces.trust({ params, body: { isTrusted: true } })).toMatchObject({ isTrusted: true });
    await workspaces.forget({ params });
    await expect(workspaces.get({ params })).rejects.toEqual(failure(404, "not_found"));
    expect(existsSync(join(folder, "kept.txt"))).toBe(true);
    await expect(workspaces.open({ body: { folder: "/" } })).rejects.toEqual(failure(403, "workspace_refused"));
  });

  it("writes, reads, moves, finds and deletes files, and does not overwrite changes of others", async () => {
    const { files } = served.client;
    const params = { workspaceId: served.workspaceId };
    const written = await files.write({ params, body: { path: "new/c.txt", text: "Three ünï\n", version: null } });
    expect(await files.read({ params, query: { path: "new/c.txt" } })).toEqual(written);
    writeFileSync(join(served.folder, "new/c.txt"), "changed by another program\n");
    const late = files.write({ params, body: { path: "new/c.txt", text: "mine", version: written.version ?? "" } });
    await expect(late).rejects.toEqual(failure(409, "file_changed"));
    await files.move({ params, body: { from: "new/c.txt", to: "new/d.txt" } });
    const { lines } = await files.search({ params, query: { query: "another" } });
    expect(lines).toMatchObject([{ path: "new/d.txt", line: 1 }]);
    const bytes = await files.download({ params, query: { path: "new/d.txt" } });
    expect(Buffer.from(bytes).toString()).toBe("changed by another program\n");
    await files.remove({ params, query: { path: "new/d.txt" } });
    await expect(files.read({ params, query: { path: "new/d.txt" } })).rejects.toEqual(failure(404, "file_not_found"));
  });

  it("stores profiles and never returns their keys", async () => {
    const { providers } = served.client;
    const key = "sk-fake-key-for-tests-only";
    const profile = { apiProvider: "anthropic", apiModelId: "some-model" };
    const saved = await providers.putProfile({ params: { name: "second" }, body: { profile, key } });
    expect(saved).toMatchObject({ name: "second" });
    const { profiles } = await providers.profiles();
    expect(profiles.map(({ name }) => name)).toContain("second");
    expect(JSON.stringify([saved, profiles])).not.toContain(key);
    await providers.removeProfile({ params: { name: "second" } });
    await expect(providers.removeProfile({ params: { name: "second" } })).rejects.toEqual(
      failure(404, "profile_not_found"),
    );
  });

  it("creates and removes modes, but not built-in ones", async () => {
    const { configuration } = served.client;
    const params = { workspaceId: served.workspaceId, slug: "poet" };
    const mode = { slug: "poet", name: "Poet", roleDefinition: "You rhyme.", groups: [{ group: "read" as const }] };
    expect(await configuration.putMode({ params, body: { layer: "user", mode } })).toMatchObject({ origin: "user" });
    const slugs = async () => (await configuration.modes({ params })).modes.map(({ slug }) => slug);
    expect(await slugs()).toContain("poet");
    await configuration.removeMode({ params });
    expect(await slugs()).not.toContain("poet");
    await expect(configuration.removeMode({ params })).rejects.toMatchObject({ code: "unknown_mode" });
    await expect(configuration.removeMode({ params: { ...params, slug: "code" } })).rejects.toMatchObject({
      code: "builtin_mode",
    });
  });

  it("sets settings of a layer and removes them again", async () => {
    const { configuration } = served.client;
    const params = { workspaceId: served.workspaceId };
    const layerOf = async (key: string) =>
      (await configuration.get({ params })).settings.find((setting) => setting.key === key)?.layer;
    await configuration.change({ params, body: { layer: "project", values: { maxTurns: 7 } } });
    expect(await layerOf("maxTurns")).toBe("project");
    await configuration.change({ params, body: { layer: "project", values: { maxTurns: null } } });
    expect(await layerOf("maxTurns")).not.toBe("project");
    const wrong = configuration.change({ params, body: { layer: "user", values: { maxTurns: "many" } } });
    await expect(wrong).rejects.toMatchObject({ code: "invalid_setting" });
  });

  it("creates, downloads, restores and deletes backups", async () => {
    const { backups, workspaces, files } = served.client;
    const { backupId, ...created } = await backups.create({ params: { workspaceId: served.workspaceId } });
    expect(await backups.get({ params: { backupId } })).toEqual({ backupId, ...created });
    expect((await backups.list()).backups).toMatchObject([{ backupId }]);
    expect(s3.objects.size).toBe(hasBucket ? 1 : 0);
    const restored = await backups.restore({ params: { backupId }, body: { name: "again" } });
    const params = { workspaceId: restored.workspaceId };
    expect(await files.read({ params, query: { path: "src/b.txt" } })).toMatchObject({ text: "two\n" });
    expect((await backups.download({ params: { backupId } })).length).toBeGreaterThan(100);
    await workspaces.forget({ params });
    expect(existsSync(restored.folder)).toBe(false);
    await backups.remove({ params: { backupId } });
    await expect(backups.get({ params: { backupId } })).rejects.toEqual(failure(404, "unknown_backup"));
    expect([s3.objects.size, s3.refusals]).toEqual([0, []]);
  });

  it("keeps the usage of tasks across a restart, and deletes tasks", async () => {
    const { workspaceId } = served;
    const { taskId } = await served.client.tasks.create({ body: { workspaceId, text: script(done("kept")) } });
    const params = { taskId };
    await expect.poll(async () => (await served.client.tasks.get({ params })).status).toBe("completed");
    await served.restart();
    expect(await served.client.tasks.get({ params })).toMatchObject({ result: "kept", usage: { inputTokens: 10 } });
    expect((await served.client.usage.get({ query: { by: "day" } })).total).toMatchObject({ tasks: 1, turns: 1 });
    await served.client.tasks.remove({ params });
    await expect(served.client.tasks.get({ params })).rejects.toEqual(failure(404, "task_not_found"));
    expect(existsSync(join(served.home, "tasks", taskId))).toBe(false);
  });

  it("shows, commits and switches branches of a git repository", async () => {
    const { workspaces } = served.client;
    const params = { workspaceId: served.workspaceId };
    await expect(workspaces.status({ params })).rejects.toMatchObject({ code: "not_a_repository" });
    const { spawnSync } = await import("node:child_process");
    spawnSync("git", ["init", "-q", "-b", "main"], { cwd: served.folder });
    const { files } = await workspaces.status({ params });
    expect(files).toContainEqual({ path: "a.txt", state: "untracked", isStaged: false });
    const { commit } = await workspaces.commit({ params, body: { message: "First" } });
    expect(commit).toMatch(/^[0-9a-f]{7,}/);
    await expect(workspaces.commit({ params, body: { message: "Again" } })).rejects.toEqual(
      failure(409, "nothing_to_commit"),
    );
    expect(await workspaces.switchBranch({ params, body: { name: "work", isNew: true } })).toMatchObject({
      branch: "work",
    });
    writeFileSync(join(served.folder, "a.txt"), `${readFileSync(join(served.folder, "a.txt"), "utf8")}more\n`);
    expect(await workspaces.diff({ params })).toMatchObject({ files: [{ path: "a.txt", change: "changed" }] });
    expect(await workspaces.branches({ params })).toEqual({ current: "work", branches: ["main", "work"] });
  });
});
