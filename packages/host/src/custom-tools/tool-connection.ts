import { existsSync } from "node:fs";
import { Socket } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { HeadTail } from "@roo-code/workspace";
import { ExtensionProcess, type ExtensionStart } from "../extension-process.ts";
import { readyId, type ToolReply, type ToolRequest } from "./process/protocol.ts";

interface ConnectionOptions extends Omit<ExtensionStart, "stdio"> {
  /** Called with everything the tools print. */
  onOutput(text: string): void;
}

type RequestBody = ToolRequest extends infer Request
  ? Request extends ToolRequest
    ? Omit<Request, "id">
    : never
  : never;

const maxPrinted = 2_000;
const maxReply = 4 * 1024 * 1024;

/** One process of custom tools, from its start to its end. */
export class ToolConnection {
  /** Resolves when requests can be made. Rejects when the process ends first. */
  readonly ready: Promise<unknown>;
  readonly #process: ExtensionProcess;
  readonly #socket: Socket | undefined;
  readonly #waiting = new Map<number, PromiseWithResolvers<ToolReply>>();
  readonly #printed = new HeadTail(maxPrinted);
  readonly #options: ConnectionOptions;
  #count = readyId;
  #unread = "";
  #isOver = false;

  /** Throws if the process cannot be started at once. */
  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#process = new ExtensionProcess({ ...options, stdio: ["ignore", "pipe", "pipe", "pipe"] });
    const { child } = this.#process;
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => this.#print(chunk));
    const socket = child.stdio[3];
    this.#socket = socket instanceof Socket ? socket : undefined;
    this.#socket?.setEncoding("utf8");
    this.#socket?.on("data", (text: string) => this.#read(text));
    this.#socket?.on("error", () => undefined);
    const ready = Promise.withResolvers<ToolReply>();
    this.#waiting.set(readyId, ready);
    this.ready = ready.promise;
    void this.#process.ended.then(async ({ exitCode, signal, problem }) => {
      // Its last output says why it ended.
      await new Promise((resolve) => setImmediate(resolve));
      const how = exitCode === null ? `was killed (${signal ?? "unknown"})` : `ended by itself (exit code ${exitCode})`;
      this.#fail(problem === undefined ? `its process ${how}` : `its process could not be started: ${problem}`);
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The reply to a request. Rejects when the process ends first. */
  request(body: RequestBody): { readonly id: number; readonly reply: Promise<ToolReply> } {
    const id = (this.#count += 1);
    const waiting = Promise.withResolvers<ToolReply>();
    this.#waiting.set(id, waiting);
    this.#socket?.write(`${JSON.stringify({ ...body, id })}\n`);
    return { id, reply: waiting.promise };
  }

  /** Cancels a request. */
  cancel(id: number): void {
    if (!this.#isOver) this.#socket?.write(`${JSON.stringify({ id, type: "cancel" })}\n`);
  }

  /** Ends the process with all it has started. May be called twice. */
  async end(): Promise<void> {
    this.#fail("its process was ended");
    await this.#process.end();
  }

  endNow(): void {
    this.#isOver = true;
    this.#process.endNow();
  }

  #print(chunk: Buffer): void {
    this.#printed.push(chunk);
    this.#options.onOutput(chunk.toString("utf8"));
  }

  #read(text: string): void {
    const lines = (this.#unread + text).split("\n");
    this.#unread = lines.pop() ?? "";
    for (const line of lines) this.#settle(line);
    if (this.#unread.length <= maxReply) return;
    this.#unread = "";
    this.#fail("it sent more than the limit");
    void this.#process.end();
  }

  /** A tool can write anything to the descriptor: at worst it forges a reply to its own call. */
  #settle(line: string): void {
    const reply = parseReply(line);
    const waiting = reply && this.#waiting.get(reply.id);
    if (!reply || !waiting) return;
    this.#waiting.delete(reply.id);
    waiting.resolve(reply);
  }

  #fail(reason: string): void {
    this.#isOver = true;
    const printed = this.#printed.read().text.trim();
    const error = new Error(printed === "" ? `${reason}.` : `${reason}. It printed:\n${printed}`);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function parseReply(line: string): ToolReply | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed !== "object" || parsed === null || !("id" in parsed) || !("ok" in parsed)) return undefined;
    const { id, ok } = parsed;
    if (typeof id !== "number") return undefined;
    if (ok === true) return { id, ok, value: "value" in parsed ? parsed.value : undefined };
    const code = "code" in parsed && parsed.code === "invalid_input" ? "invalid_input" : "tool_failed";
    return { id, ok: false, code, message: "message" in parsed ? String(parsed.message) : "" };
  } catch {
    return undefined;
  }
}

/** In a packaged program: next to its entry point, or one level above its chunks. Otherwise our own source. */
const candidates = ["./custom-tools/process.mjs", "../custom-tools/process.mjs", "./process/main.ts"];

const memoryLimitMb = 1024;

/** The root of our own source, with its packages. */
const sources = fileURLToPath(new URL("../../../..", import.meta.url));

interface ToolProgram {
  readonly program: string;
  readonly arguments: readonly string[];
  /** The paths that it is loaded from. */
  readonly readable: readonly string[];
}

/** The program that custom tools run in: Node, which runs TypeScript directly. */
export function findToolProgram(): ToolProgram {
  const files = candidates.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const file = files.find((candidate) => existsSync(candidate)) ?? "";
  const quiet = ["--disable-warning=ExperimentalWarning", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"];
  const types = process.features.typescript ? [] : ["--experimental-strip-types"];
  return {
    program: process.execPath,
    arguments: [...quiet, ...types, `--max-old-space-size=${memoryLimitMb}`, file],
    readable: [process.execPath, file.endsWith(".ts") ? sources : dirname(file)],
  };
}
