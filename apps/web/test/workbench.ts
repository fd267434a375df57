import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowser } from "@roo-code/browser";
import { type Client, createClient } from "@roo-code/client";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { type ScriptedModel, scriptedModel } from "./scripted-model.ts";

export const browserProgram = findBrowser(process.env);
/** The built program, or an installed one. */
const rooProgram = process.env.ROO_PROGRAM ?? fileURLToPath(new URL("../../../bin/roo", import.meta.url));

/** Shared by the tests of a file: a browser, a PostgreSQL, a model. */
export interface Stage extends AsyncDisposable {
  readonly browser: Browser;
  readonly model: ScriptedModel;
  readonly databases: TempDatabases;
}

export async function openStage(): Promise<Stage> {
  const [browser, model, databases] = await Promise.all([
    chromium.launch({
      ...(browserProgram !== undefined && { executablePath: browserProgram }),
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    }),
    scriptedModel(),
    tempDatabases(),
  ]);
  return {
    browser,
    model,
    databases,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await model[Symbol.asyncDispose]();
      await databases[Symbol.asyncDispose]();
    },
  };
}

export interface Workbench extends AsyncDisposable {
  readonly client: Client;
  readonly base: string;
  readonly home: string;
  readonly folder: string;
  readonly workspaceId: string;
  write(path: string, content: string): void;
  read(path: string): string;
  exists(path: string): boolean;
  /** Opens a signed-in page. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Runs a task in another process, with commands allowed, until the workbench is closed. */
  runElsewhere(text: string): void;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  /** Restarts it at the same address. */
  start(): Promise<void>;
}

export interface WorkbenchOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: object;
  /** No model is configured. */
  readonly isNew?: boolean;
}

/** Starts `roo serve` with its own home and folder. */
export async function openWorkbench(stage: Stage, options: WorkbenchOptions = {}): Promise<Workbench> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "roo-web-")));
  const [home, folder] = [join(root, "home"), join(root, "shop")];
  for (const path of [home, folder]) mkdirSync(path);
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const [path, content] of Object.entries(options.files ?? {})) write(path, content);
  if (!options.isNew) {
    const profile = { apiProvider: "openai-compatible", apiBaseUrl: stage.model.baseUrl, apiModelId: "scripted-1" };
    writeFileSync(join(home, "profiles.json"), JSON.stringify({ main: profile }));
    writeFileSync(
      join(home, "settings.json"),
      JSON.stringify({ profile: "main", sandbox: "off", ...options.settings }),
    );
  }
  writeFileSync(join(root, ".gitconfig"), "[user]\n\tname = Anna\n\temail = anna@example.org\n");
  const database = await stage.databases.create();
  await database.close();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, HOME: root, ROO_HOME: home, DATABASE_URL: database.url, CI: "1" };
  let token = "";
  const pages: Page[] = [];
  const elsewhere: ChildProcess[] = [];
  let child: ChildProcess | undefined;
  let port = 0;
  const start = async (): Promise<void> => {
    const started = await startServe(["--port", String(port), "--output", "json"], {
      cwd: folder,
      env,
    });
    child = started.child;
    ({ port, token } = started);
  };
  const end = async (signal: "SIGKILL" | "SIGTERM", ending = child): Promise<void> => {
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    await ended;
  };
  await start();
  const base = `http://127.0.0.1:${port}`;
  const client = createClient({ baseUrl: base, token });
  const { workspaceId } = await client.server.about();
  return {
    client,
    base,
    home,
    folder,
    workspaceId: workspaceId ?? "",
    write,
    read: (path) => readFileSync(join(folder, path), "utf8"),
    exists: (path) => existsSync(join(folder, path)),
    runElsewhere(text) {
      const args = ["run", text, "--auto-approve", "command"];
      elsewhere.push(spawn(rooProgram, args, { cwd: folder, env, stdio: "ignore" }));
    },
    kill: () => end("SIGKILL"),
    start,
    async open(path, contextOptions = {}) {
      const context = await stage.browser.newContext({
        locale: "en-US",
        viewport: { width: 1360, height: 860 },
        ...contextOptions,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      pages.push(page);
      await context.request.post(`${base}/api/v1/session`, { data: { token } });
      await page.goto(`${base}${path}`);
      return page;
    },
    async [Symbol.asyncDispose]() {
      for (const page of pages) {
        if (process.env.ROO_WEB_LAST_SCREENSHOTS)
          await page.screenshot({
            path: join(process.env.ROO_WEB_LAST_SCREENSHOTS, `${port}-${pages.indexOf(page)}.png`),
          });
        await page.context().close();
      }
      for (const each of elsewhere) await end("SIGTERM", each);
      // On SIGTERM it also ends the agent's browser and shells.
      await end("SIGTERM");
      rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

function startServe(
  args: readonly string[],
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ child: ChildProcess; port: number; token: string }> {
  const child = spawn(rooProgram, ["serve", ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let [out, errors] = ["", ""];
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      const end = out.indexOf("\n");
      if (end === -1) return;
      const { port, token } = JSON.parse(out.slice(0, end)) as { port: number; token: string };
      resolve({ child, port, token });
    });
    child.once("close", (code) => reject(new Error(`roo serve ended with ${code}: ${errors}`)));
  });
}
