import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { isNightly } from "@roo-code/testkit/nightly";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InstalledSdk, installSdk, rootFolder } from "./installed-sdk.ts";

const names = readdirSync(new URL("../../../examples", import.meta.url)).toSorted();
let sdk: InstalledSdk;
beforeAll(async () => {
  sdk = await installSdk();
  await sdk.link("zod", "express", "@types/express", "@types/node");
  for (const name of names) await sdk.addExample(name);
});
afterAll(() => sdk[Symbol.asyncDispose]());

type Run = (example: string, file?: string) => Promise<string>;
type Start = (example: string, environment: NodeJS.ProcessEnv) => ReturnType<typeof spawn>;

const checks: Record<string, (node: { readonly run: Run; readonly start: Start }) => Promise<void>> = {
  "approve-from-code": async ({ run }) => {
    expect(await run("approve-from-code")).toBe(
      [
        "asked: In which language?",
        "denied: write_to_file README.md",
        "allowed: write_to_file docs/index.md",
        "denied: execute_command git push",
        "completed: The documentation is in docs/index.md; it was not pushed. (docs/index.md)\n",
      ].join("\n"),
    );
  },

  "custom-tool": async ({ run }) => {
    const output = await run("custom-tool");
    expect(output).toContain("get_weather: error: The arguments of get_weather are invalid");
    expect(output).toContain('"temperature": 21');
    expect(output).toContain("It is 21 °C and clear in Rome");
  },

  "embed-in-express": async ({ start }) => {
    const child = start("embed-in-express", { PORT: "0" });
    if (!child.stdout) throw new Error("the server has no output");
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const answer = await fetch(`${line.replace("listening on ", "")}/ask`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question: "What does this program do?" }),
    });
    const events = await answer.text();
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(events).toContain("event: text\ndata: ");
    expect(events).toContain('"status":"completed"');
    expect(events).toContain("It answers questions over HTTP with express and @roo-code/sdk.");
  },

  "five-phases": async ({ run }) => {
    const output = await run("five-phases");
    expect(output).toContain("→ features");
    expect(output).toMatch(/✗ .*\n(.*\n)*.*✓ /);
    expect(output).toContain("Completed 5 phases with 6 subtasks. 6 checkpoints; 8 files in ");
  },

  "hello-agent": async ({ run }) => {
    const output = await run("hello-agent", "main.js");
    expect(output).toContain("I've created hello.py with a hello world message.");
    const [, folder = ""] = /completed \[ 'hello.py' \] in (.*)/.exec(output) ?? [];
    expect(readFileSync(join(folder, "hello.py"), "utf8")).toBe("print('Hello, World!')\n");
  },

  "mcp-server": async ({ run }) => {
    const output = await run("mcp-server", "client.ts");
    expect(output).toContain("new_task");
    expect(output).toContain("completed: UserService can add and find users. (user-service.js in ");
  },

  "mode-switch": async ({ run }) => {
    const output = await run("mode-switch");
    expect(output).toContain("write_to_file refused: FileRestrictionError");
    expect(output).toContain("→ code: Ready to implement the API design");
    expect(output).toContain("completed in code mode: The notes API is designed and implemented; its tests pass.");
    expect(output).toContain("API_DESIGN.md, ARCHITECTURE.md, notes.js, package.json, server.js, server.test.js");
  },

  "structured-output": async ({ run }) => {
    expect(await run("structured-output")).toBe("Invoice 2031-07: 1289.50 € by 2031-02-28, after 4 replies\n");
  },

  subagents: async ({ run }) => {
    const output = await run("subagents");
    expect(output).toContain("child-2 starts in code mode");
    expect(output).toContain("root completed: Both poems are written.");
    expect(output).toContain("The poems are in poems.md.\nRed, then green, then clean");
    expect(output).toContain("the task has 3 subtasks");
  },
};

it("every example is checked", () => {
  expect(Object.keys(checks)).toEqual(names);
});

/** The oldest supported Node, if the bootstrap has installed it. */
const oldest = process.env["ROO_TEST_OLDEST_NODE"];
const onOldest = isNightly ? names : ["hello-agent", "structured-output"];

describe("the examples, with the packed package", () => {
  it.each(names)("%s", async (name) => {
    expect.hasAssertions();
    await checks[name]?.(onNode(process.execPath));
  });

  it.skipIf(!oldest).each(onOldest)("%s on Node 22.12", async (name) => {
    expect.hasAssertions();
    await checks[name]?.(onNode(oldest ?? "", ["--experimental-strip-types", "--no-warnings"]));
  });
});

const stopping = `import { Agent, defineTool, RooClient } from "@roo-code/sdk";
const hang = defineTool({ name: "hang", description: "Never ends", execute: () => new Promise(() => {}) });
const client = new RooClient({ providerSettings: { apiProvider: "replay", replayFile: "replay.jsonl" } });
const stop = new AbortController();
const agent = new Agent({ client, tools: [hang], autoApprove: "all", signal: stop.signal });
const events = agent.events();
const run = agent.run("Go.");
for await (const event of events) if (event.type === "tool.start" && event.name === "hang") stop.abort();
console.log((await run).status);
`;

it("a program ends by itself after a run was aborted, with everything that was running", async () => {
  const folder = join(sdk.folder, "stopping");
  mkdirSync(folder);
  const replies = [
    { toolCalls: [{ name: "execute_command", input: { command: "sleep 600 &" } }] },
    { toolCalls: [{ name: "hang", input: {} }] },
  ];
  writeFileSync(join(folder, "replay.jsonl"), replies.map((reply) => JSON.stringify(reply)).join("\n"));
  writeFileSync(join(folder, "main.mjs"), stopping);
  expect(await onNode(process.execPath).run("stopping", "main.mjs")).toBe("aborted\n");
});

function onNode(node: string, flags: readonly string[] = []): { run: Run; start: Start } {
  return {
    async run(example, file = "main.ts") {
      const { stdout, stderr } = await promisify(execFile)(node, [...flags, file], {
        cwd: join(sdk.folder, example),
        env: environment(example),
      });
      expect(stderr).toBe("");
      return stdout;
    },
    start: (example, more) =>
      spawn(node, [...flags, "main.ts"], {
        cwd: join(sdk.folder, example),
        env: { ...environment(example), ...more },
        stdio: ["ignore", "pipe", "inherit"],
      }),
  };
}

/** What a user's shell has, with a home and a folder for temporary files of its own. */
function environment(example: string): NodeJS.ProcessEnv {
  const home = join(sdk.folder, "..", `home-${example}`);
  const temporary = join(sdk.folder, "..", `tmp-${example}`);
  mkdirSync(home, { recursive: true });
  mkdirSync(temporary, { recursive: true });
  return { PATH: process.env["PATH"], HOME: home, TMPDIR: temporary };
}

describe("the types of the packed package", () => {
  it.each([
    { compiler: "tsgo", module: "node16", moduleResolution: "node16" },
    { compiler: "tsgo", module: "esnext", moduleResolution: "bundler" },
    ...(isNightly ? [{ compiler: "tsc", module: "nodenext", moduleResolution: "nodenext" }] : []),
  ])("fit the examples: $compiler with $moduleResolution", async ({ compiler, ...options }) => {
    const strict = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      checkJs: true,
      allowJs: true,
    };
    const compilerOptions = { ...options, ...strict, target: "es2024", types: ["node"], noEmit: true };
    const include = names.map((name) => `${name}/*`);
    const file = join(sdk.folder, `tsconfig.${options.moduleResolution}.json`);
    writeFileSync(file, JSON.stringify({ compilerOptions, include }));
    const program = join(rootFolder, "node_modules", ".bin", compiler);
    const { stdout } = await promisify(execFile)(program, ["--project", file]).catch((error) => error);
    expect(stdout).toBe("");
  });
});
