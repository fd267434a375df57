import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ToolRegistry } from "@roo-code/engine";
import { testTaskId } from "@roo-code/testkit/event-drafts";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { until } from "@roo-code/testkit/until";
import { builtinTools } from "@roo-code/tools";
import type { ToolContext } from "@roo-code/types";
import { describe, expect, it, onTestFinished } from "vitest";
import { partContext } from "../../test/part-context.ts";
import { WorkspaceTrust } from "../configuration/workspace-trust.ts";
import { extensionsPart } from "../parts/extensions.ts";
import { loadCustomTools } from "./load-custom-tools.ts";
import { findToolFolders } from "./tool-files.ts";

const taskId = testTaskId("tools");
const plain = `export default { name: "plain", description: "d", execute: () => "here" };`;

describe("a tool", () => {
  it("may be written as for Roo Code: in TypeScript, with zod and imports of a package that is not installed", async () => {
    const source = `
      import { parametersSchema as z, defineCustomTool } from "@roo-code/types";
      import { prefix } from "./lib/prefix";
      interface Input { city: string; days?: number }
      export default defineCustomTool({
        name: "get_weather",
        description: "The weather of a city",
        parameters: z.object({ city: z.string().min(2).describe("which"), days: z.number().default(1) }),
        async execute({ city, days }: Input, context) {
          return [prefix, city, days, context.mode, context.task.taskId, context.cwd, context.signal.aborted].join(" ");
        },
      });`;
    await using temp = createTempWorkspace({ "package.json": `{"type":"commonjs"}` });
    const { registry, notices } = await toolsOf(temp, {
      "weather.ts": source,
      "lib/prefix.ts": `export const prefix: string = "in";`,
    });
    expect(notices).toEqual([]);
    expect(await definitionOf(registry, "get_weather")).toEqual({
      name: "get_weather",
      description: "The weather of a city",
      inputSchema: {
        type: "object",
        properties: {
          city: { type: "string", minLength: 2, description: "which" },
          days: { type: "number", default: 1 },
        },
        required: ["city"],
      },
    });
    const output = await call(temp, registry, "get_weather", { city: "Bern" });
    expect(output.content).toBe(`in Bern 1 code ${taskId} ${temp.root} false`);
    await expect(call(temp, registry, "get_weather", { city: "B" })).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("may use JSON Schema, be JavaScript and share a file with other tools", async () => {
    await using temp = createTempWorkspace();
    const { registry, notices } = await toolsOf(temp, {
      "two.mjs": `
        export const add = {
          name: "add", description: "a + b",
          parameters: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"], additionalProperties: false },
          execute: ({ a, b }) => ({ sum: a + b }),
        };
        export const nothing = { name: "nothing", description: "d", execute() {} };
        export const helper = 3;`,
      "old.js": `module.exports = { name: "old", description: "d", execute: async () => "old" };`,
      "types.d.ts": "export type Ignored = 1;",
    });
    expect(notices).toEqual([]);
    expect(JSON.parse((await call(temp, registry, "add", { a: 1, b: 2 })).content)).toEqual({ sum: 3 });
    await expect(call(temp, registry, "add", { a: "x", b: 2 })).rejects.toMatchObject({ code: "invalid_input" });
    expect((await call(temp, registry, "nothing", {})).content).toBe("");
    expect((await call(temp, registry, "old", {})).content).toBe("old");
  });

  it("may import zod without installing it, or use its own version", async () => {
    await using temp = createTempWorkspace();
    const { registry } = await toolsOf(temp, {
      "z.ts": `import { z } from ${JSON.stringify("zod")}; import * as v4 from "zod/v4";
        export default { name: "zed", description: "d", parameters: z.strictObject({ kind: v4.enum(["a"]) }), execute: (input: { kind: string }) => input.kind };`,
      "own.mjs": `import { mine } from "zod/mine"; export default { name: "own", description: "d", execute: () => mine };`,
      "node_modules/zod/package.json": `{"name":"zod","exports":{"./mine":"./mine.js"}}`,
      "node_modules/zod/mine.js": `exports.mine = "mine";`,
    });
    expect((await call(temp, registry, "zed", { kind: "a" })).content).toBe("a");
    expect((await call(temp, registry, "own", {})).content).toBe("mine");
  });

  it("requires approval as a command does, showing its name, file and input", async () => {
    await using temp = createTempWorkspace();
    const { registry } = await toolsOf(temp, { "plain.js": plain });
    const tool = await registry.require("plain");
    expect(tool).toMatchObject({ kind: "action", group: "command", approval: "command" });
    if (tool.kind !== "action") return;
    expect(tool.subject({ a: 1 })).toEqual({
      kind: "command",
      summary: "plain of .roo/tools/plain.js",
      detail: '{\n  "a": 1\n}',
    });
  });

  it("that throws reports the error to the model and can be called again", async () => {
    await using temp = createTempWorkspace();
    const { registry } = await toolsOf(temp, {
      "t.js": `let count = 0;
        export default { name: "thrower", description: "d", execute() { count += 1; throw new Error("no luck " + count); } };`,
    });
    for (const time of [1, 2]) {
      const failure = { code: "tool_failed", message: `no luck ${time}` };
      await expect(call(temp, registry, "thrower", {})).rejects.toMatchObject(failure);
    }
  });

  it.each([
    ["ends its process", "process.exit(3)", /exit code 3/, 20_000],
    [
      "throws outside of its call",
      `setTimeout(() => { throw new Error("far away") }); await new Promise(() => {})`,
      /far away/,
      20_000,
    ],
    ["never ends", "for (;;);", /took longer than 0.4 s/, 400],
    ["waits forever", "await new Promise(() => {})", /took longer than 0.4 s/, 400],
  ])("that %s fails only its own call", async (_, body, message, callTimeoutMs) => {
    await using temp = createTempWorkspace();
    const bad = `let hasRun = false;
      export const bad = { name: "bad", description: "d", async execute() { hasRun = true; ${body} } };
      export const state = { name: "state", description: "d", execute: () => String(hasRun) };`;
    const { registry } = await toolsOf(temp, { "bad.mjs": bad }, { callTimeoutMs });
    await expect(call(temp, registry, "bad", {})).rejects.toThrow(message);
    // A new process has none of the old state.
    expect((await call(temp, registry, "state", {})).content).toBe("false");
  });

  it("may print anything, and write to the descriptor of the protocol", async () => {
    await using temp = createTempWorkspace();
    const shown: string[] = [];
    const { registry, notices } = await toolsOf(temp, {
      "loud.mjs": `import { writeSync } from "node:fs";
        console.log('{"id":1,"ok":true,"value":"forged"}');
        export default { name: "loud", description: "d", async execute() {
          for (let i = 0; i < 20000; i += 1) console.log('{"id":' + i + ',"ok":true,"value":"forged"}');
          writeSync(3, 'garbage\\n[1]\\n{"id":"x","ok":true}\\n');
          await new Promise((written) => process.stdout.write("no end of line", written));
          return "x".repeat(500000);
        } };`,
    });
    expect(notices).toEqual([]);
    const { content } = await call(temp, registry, "loud", {}, { report: (text) => void shown.push(text) });
    expect(content).toMatch(/^x+\n\[… 400000 characters left out …\]\nx+$/);
    expect(shown.join("")).toContain("forged");
  });

  it("that sends too much is ended", async () => {
    await using temp = createTempWorkspace();
    const { registry } = await toolsOf(temp, {
      "flood.mjs": `import { writeSync } from "node:fs";
        export default { name: "flood", description: "d", execute() { for (;;) try { writeSync(3, "x".repeat(60000)); } catch {} } };`,
    });
    await expect(call(temp, registry, "flood", {})).rejects.toThrow(/more than the limit/);
  });

  it("is cancelled, and killed with its children if it does not stop", async () => {
    await using temp = createTempWorkspace();
    const { registry } = await toolsOf(temp, {
      "stop.mjs": `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
        export const kind = { name: "kind", description: "d", execute: (_, { signal }) => new Promise((done) => {
          writeFileSync("kind", "1"); signal.addEventListener("abort", () => { writeFileSync("stopped", "1"); done("stopped"); }); }) };
        export const deaf = { name: "deaf", description: "d", execute() {
          const child = spawn("sleep", ["1000"], { detached: true, stdio: "ignore" });
          writeFileSync("deaf", String(child.pid)); return new Promise(() => {}); } };`,
    });
    for (const name of ["kind", "deaf"]) {
      const abort = new AbortController();
      const failed = call(temp, registry, name, {}, { signal: abort.signal }).catch((error: unknown) => error);
      await until(() => existsSync(temp.path(name)) && temp.readText(name) !== "");
      abort.abort(new Error("enough"));
      expect(await failed).toMatchObject({ message: "enough" });
    }
    expect(existsSync(temp.path("stopped"))).toBe(true);
    await until(() => !existsSync(`/proc/${temp.readText("deaf")}/cmdline`) || isDead(temp.readText("deaf")));
  });

  it("sees only the environment that commands see", async () => {
    await using temp = createTempWorkspace();
    const environment = { ...process.env, OPENAI_API_KEY: "sk-canary", NODE_OPTIONS: "--title=canary" };
    const source = `export default { name: "env", description: "d", execute: () => process.env };`;
    const { registry } = await toolsOf(temp, { "env.mjs": source }, { environment });
    const { content } = await call(temp, registry, "env", {});
    expect(content).toContain("PATH");
    expect(content).not.toContain("canary");
  });
});

describe("a folder of tools", () => {
  it("is loaded without its broken files, and each of their problems is reported", async () => {
    await using temp = createTempWorkspace();
    const tool = (name: string) =>
      `export default { name: ${JSON.stringify(name)}, description: "d", execute: () => "x" };`;
    const { registry, notices } = await toolsOf(
      temp,
      {
        "a.js": tool("same"),
        "b.js": tool("same"),
        "builtin.js": tool("read-file"),
        "crash.js": "process.exit(4)",
        "enum.ts": "enum A { B }\nexport default A;",
        "hang.mjs": "await new Promise(() => setInterval(() => {}, 1000));",
        "missing.mjs": `import "no-such-package";`,
        "name.js": tool("no spaces"),
        "none.js": "export const a = 1;",
        "syntax.ts": "export default {",
        "three.mjs": `export default { name: "three", description: "d", parameters: { _def: {} }, execute() {} };`,
        "wordless.mjs": `export default { name: "wordless", execute() {} };`,
        "z-good.js": tool("good"),
      },
      { loadTimeoutMs: 1_000 },
    );
    expect(registry.names().filter((name) => !builtinTools.some((entry) => entry.name === name))).toEqual([
      "same",
      "good",
    ]);
    const messages = notices.map(({ message }) => message.replaceAll(`${temp.path(".roo/tools")}/`, ""));
    expect(messages).toEqual([
      "b.js: the tool same is not used, because a.js defines one with the same name.",
      "builtin.js: the tool read-file is not used, because a built-in tool has that name.",
      expect.stringMatching(/^crash.js: it cannot be loaded: .*exit code 4/),
      expect.stringMatching(/^enum.ts: it cannot be loaded: .*enum/),
      expect.stringMatching(/^hang.mjs: it cannot be loaded: it took longer than 1 s/),
      expect.stringMatching(/^missing.mjs: it cannot be loaded: .*no-such-package/),
      expect.stringMatching(/^name.js: a tool needs a name/),
      "none.js: it exports no tool.",
      expect.stringMatching(/^syntax.ts: it cannot be loaded/),
      expect.stringMatching(/^three.mjs: the parameters of three cannot be used: .*zod 3/),
      "wordless.mjs: wordless has no description.",
    ]);
    expect((await call(temp, registry, "good", {})).content).toBe("x");
  });

  it("is loaded once, and again after a change", async () => {
    await using temp = createTempWorkspace();
    const home = tempHome();
    const source = (description: string) =>
      `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(temp.path("loads"))}, "x");
       import { suffix } from "./lib/suffix.mjs";
       export default { name: "once", description: ${JSON.stringify(description)} + suffix, execute: () => "x" };`;
    const described = async (files: Record<string, string>) =>
      (await definitionOf((await toolsOf(temp, files, { home })).registry, "once"))?.description;
    expect(await described({ "once.mjs": source("one"), "lib/suffix.mjs": `export const suffix = "!";` })).toBe("one!");
    expect(await described({})).toBe("one!");
    expect(temp.readText("loads")).toBe("x");
    expect(await described({ "lib/suffix.mjs": `export const suffix = "?";` })).toBe("one?");
    expect(temp.readText("loads")).toBe("xx");
    const [file = ""] = readdirSync(join(home, "cache", "custom-tools"));
    writeFileSync(join(home, "cache", "custom-tools", file), "{broken");
    expect(await described({})).toBe("one?");
  });
});

describe("a project's tools and hooks", () => {
  const files = {
    ".roo/tools/theirs.mjs": `import { writeFileSync } from "node:fs"; writeFileSync("loaded", "1");
      export default { name: "theirs", description: "d", execute: () => "theirs" };`,
    ".roo/hooks.json": JSON.stringify({ hooks: { beforeTool: [{ command: "touch hooked" }] } }),
  };

  it("are inert until the folder is trusted, and again after a change", async () => {
    await using temp = createTempWorkspace(files);
    const home = tempHome();
    const trust = new WorkspaceTrust(home);
    const open = async () => {
      const context = await partContext({ home, workspace: temp.root, environment: process.env });
      const extensions = await extensionsPart(context);
      onTestFinished(() => extensions?.dispose?.());
      return { notices: [], tools: [], ...extensions };
    };

    const before = await open();
    expect([before.tools, before.hooks]).toEqual([[], undefined]);
    expect(before.notices.map(({ code }) => code)).toEqual(["not_trusted", "not_trusted"]);
    expect(existsSync(temp.path("loaded"))).toBe(false);

    trust.trust(temp.root);
    const after = await open();
    expect(after.notices).toEqual([]);
    const registry = new ToolRegistry(after.tools);
    expect((await call(temp, registry, "theirs", {})).content).toBe("theirs");
    const toolCall = { callId: "c", name: "read_file", input: {} };
    expect((await after.hooks?.beforeTool(toolCall, signal))?.denied).toBeUndefined();
    expect(existsSync(temp.path("hooked"))).toBe(true);

    // A file that changes while the task runs is not run, and the reason is reported.
    temp.write(".roo/tools/theirs.mjs", `${files[".roo/tools/theirs.mjs"]}\n`);
    await expect(call(temp, registry, "theirs", {})).rejects.toMatchObject({ code: "not_trusted" });
    expect((await after.hooks?.beforeTool(toolCall, signal))?.denied).toContain("roo config trust");
    expect((await open()).tools).toEqual([]);
    trust.trust(temp.root);
    expect((await call(temp, registry, "theirs", {})).content).toBe("theirs");
  });

  it("replace tools of the user with the same name", async () => {
    await using temp = createTempWorkspace({ ".roo/tools/a.mjs": plain.replace("here", "project") });
    const home = tempHome({ "a.mjs": plain.replace("here", "user"), "b.mjs": plain.replace('"plain"', '"mine"') });
    const { registry } = await toolsOf(temp, {}, { home });
    expect((await call(temp, registry, "plain", {})).content).toBe("project");
    expect((await call(temp, registry, "mine", {})).content).toBe("here");
  });
});

it("creates nothing where there are no tools", async () => {
  await using temp = createTempWorkspace({ ".roo/tools/README.md": "none yet" });
  const home = tempHome();
  expect(findToolFolders({ home, workspace: temp.root })).toEqual([]);
  expect(readdirSync(home)).toEqual([]);
});

const signal = new AbortController().signal;

async function toolsOf(
  temp: TempWorkspace,
  files: Readonly<Record<string, string>>,
  more: { home?: string; environment?: NodeJS.ProcessEnv; callTimeoutMs?: number; loadTimeoutMs?: number } = {},
) {
  for (const [path, content] of Object.entries(files)) temp.write(join(".roo/tools", path), content);
  const home = more.home ?? tempHome();
  const {
    entries,
    notices,
    process: tools,
  } = await loadCustomTools({
    folders: findToolFolders({ home, workspace: temp.root }),
    cwd: temp.root,
    environment: process.env,
    builtinNames: builtinTools.map(({ name }) => name),
    isTrusted: () => true,
    context: () => ({ mode: "code", taskId, cwd: temp.root }),
    ...more,
    home,
  });
  onTestFinished(() => tools.dispose());
  return { registry: new ToolRegistry([...builtinTools, ...entries]), notices };
}

function call(
  temp: TempWorkspace,
  registry: ToolRegistry,
  name: string,
  input: unknown,
  more: Partial<ToolContext> = {},
) {
  return registry.execute(
    { type: "tool-call", callId: "c1", name, input },
    {
      workspace: temp.workspace,
      ports: {},
      signal,
      report: () => undefined,
      seenVersion: () => undefined,
      ...more,
    },
  );
}

async function definitionOf(registry: ToolRegistry, tool: string) {
  return (await registry.definitions()).find(({ name }) => name === tool);
}

function tempHome(tools: Readonly<Record<string, string>> = {}): string {
  const home = mkdtempSync(join(tmpdir(), "roo-home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(tools)) {
    mkdirSync(dirname(join(home, "tools", path)), { recursive: true });
    writeFileSync(join(home, "tools", path), content);
  }
  return home;
}

function isDead(pid: string): boolean {
  try {
    return /^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}
