import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { EventOf, TaskEvent } from "@roo-code/types";
import { LocalWorkspace } from "@roo-code/workspace";
import { describe, expect, it } from "vitest";
import { createHost } from "../create-host.ts";

const canConfine = (await new LocalWorkspace({ root: "." }).enforcement()).patterns;

/** Commands that create or change the given file. */
const techniques: Readonly<Record<string, (path: string) => string>> = {
  "a redirection": (path) => `echo new > ${path}`,
  "an appending redirection": (path) => `echo new >> ${path}`,
  "a here-document": (path) => `cat > ${path} <<'END'\nnew\nEND`,
  tee: (path) => `echo new | tee ${path} > /dev/null`,
  touch: (path) => `rm -f ${path}; touch ${path}`,
  cp: (path) => `echo new > /tmp/a; cp /tmp/a ${path}`,
  mv: (path) => `echo new > /tmp/a; mv /tmp/a ${path}`,
  install: (path) => `echo new > /tmp/a; install -m 600 /tmp/a ${path}`,
  dd: (path) => `echo new | dd of=${path} status=none`,
  truncate: (path) => `truncate -s 7 ${path}`,
  "sed -i": (path) => `sed -i s/old/new/ ${path}`,
  "perl -i": (path) => `perl -pi -e s/old/new/ ${path}`,
  "python -c": (path) => `python3 -c 'open("${path}", "w").write("new")'`,
  "node -e": (path) => `node -e 'require("fs").writeFileSync("${path}", "new")'`,
  "git apply": (path) => `printf -- '--- a/${path}\\n+++ b/${path}\\n@@ -1 +1 @@\\n-old\\n+new\\n' | git apply`,
  patch: (path) =>
    `printf -- '--- ${path}\\n+++ ${path}\\n@@ -1 +1 @@\\n-old\\n+new\\n' | (patch -p0 || git apply -p0)`,
  rm: (path) => `rm ${path}`,
  "a rename": (path) => `mv ${path} ${path}.moved`,
  "a link and a write through it": (path) => `ln -s "$PWD/${path}" /tmp/l && echo new > /tmp/l; rm /tmp/l`,
  "a hard link": (path) => `rm -f ${path}; ln /etc/hostname ${path} || ln -s x ${path}`,
  "a background job": (path) => `(sleep 0.05; echo new > ${path}) & wait`,
  "a new session": (path) => `setsid sh -c 'echo new > ${path}'; sleep 0.1`,
  "a shell in a shell": (path) => `sh -c "bash -c 'echo new > ${path}'"`,
  xargs: (path) => `echo ${path} | xargs -I{} sh -c 'echo new > {}'`,
  "find -exec": (path) => `find . -maxdepth 1 -name ${path} -exec sh -c 'echo new > "$1"' - {} \\;`,
  "a path through /proc": (path) => `echo new > /proc/self/cwd/${path}`,
  "an archive": (path) => `cd /tmp && echo new > ${path} && tar cf a.tar ${path} && cd - && tar xf /tmp/a.tar`,
  "a mode change": (path) => `chmod 777 ${path}`,
  "a variable": (path) => `f=${path}; echo new > "$f"`,
  "an open descriptor": (path) => `exec 7> ${path}; echo new >&7`,
};

const files = Object.keys(techniques).map((_, index) => `f${index}`);
const modes = {
  ".roo/modes/looker.yaml": "name: Looker\nroleDefinition: You look.\ngroups: [read, command]\n",
  ".roo/modes/writer.yaml":
    "name: Writer\nroleDefinition: You write.\ngroups: [read, command, [edit, { fileRegex: '\\.md$' }]]\n",
};

describe.skipIf(!canConfine)("commands of a mode (needs bwrap and overlayfs)", { timeout: 300_000 }, () => {
  it.each(["looker", "writer"])(
    "%s do not change files outside of what it may write, by any technique",
    async (mode) => {
      const { changed, ends } = await run(mode, commandsIn("root"));
      expect(ends).toHaveLength(files.length);
      expect(changed).toEqual([]);
    },
  );

  it.each(["looker", "writer"])("%s do not change them through a subtask in another mode either", async (mode) => {
    const order = { toolCalls: [{ name: "new_task", input: { mode: "code", message: "part" } }] };
    const { changed } = await run(mode, [order, ...commandsIn("child-1"), { agent: "child-1", ...finish }]);
    expect(changed).toEqual([]);
  });

  it("code change all of them", async () => {
    expect((await run("code", commandsIn("root"))).changed).toEqual(files);
  });

  it("writer keep changes that the mode may make, and report the others", async () => {
    const command = "echo new > a.md; echo new > f0; rm f1; mkdir d; echo new > d/b.md; ln -s ../f2 d/c.md";
    const { root, ends } = await run("writer", [call(command)]);
    expect([root["a.md"], root["d/b.md"], root["f0"], root["f1"]]).toEqual(["new\n", "new\n", "old\n", "old\n"]);
    expect(ends[0]?.content).toMatch(/Not kept, because this mode may only write \\\.md\$: f0, f1\./);
  });
});

const finish = { toolCalls: [{ name: "attempt_completion", input: { result: "Done." } }] };

function call(command: string, agent = "root"): object {
  return { ...(agent !== "root" && { agent }), toolCalls: [{ name: "execute_command", input: { command } }] };
}

function commandsIn(agent: string): object[] {
  return Object.values(techniques).map((command, index) => call(command(files[index] ?? ""), agent));
}

async function run(mode: string, replies: readonly object[]) {
  await using project = createTempWorkspace({ ...modes, ...Object.fromEntries(files.map((path) => [path, "old\n"])) });
  const script = [...replies, finish].map((line) => JSON.stringify(line)).join("\n");
  await using home = createTempWorkspace({ "script.jsonl": script });
  const host = createHost({ home: home.root, environment: { PATH: process.env.PATH }, version: "test" });
  const events: TaskEvent[] = [];
  const session = await host.createTask({
    configuration: await host.configure(project.root, { mode, snapshots: false }),
    provider: { apiProvider: "replay", replayFile: home.path("script.jsonl") },
    limits: {},
    autoApprove: new Set(["edit", "command", "subtask", "protected", "destructive"]),
    attended: false,
    observe: (item) => void ("live" in item || events.push(item)),
  });
  const before = files.map((path) => stateOf(project.path(path)));
  await session.submit({ type: "message.send", opId: "1", text: "Go." });
  await session.run();
  const root = contents(project.root);
  const changed = files.filter((path, index) => stateOf(project.path(path)) !== before[index]);
  const ends = events.filter((event): event is EventOf<"tool.end"> => event.type === "tool.end");
  return { root, changed, ends: ends.filter(({ name }) => name === "execute_command") };
}

/** Type, permissions and content. */
function stateOf(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return `${found?.mode} ${found?.isFile() ? readFileSync(path, "utf8") : ""}`;
}

function contents(root: string): Record<string, string> {
  const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    found.map(({ parentPath, name }) => {
      const path = `${parentPath}/${name}`;
      return [path.slice(root.length + 1), readFileSync(path, "utf8")];
    }),
  );
}
