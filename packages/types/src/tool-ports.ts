import type { ApprovalSubject } from "./approval.ts";
import type { TaskEvent } from "./event.ts";
import type { ImagePart, Message } from "./message.ts";

/** What some tools need beside files and commands. A tool whose port is missing is not offered to the model. */
export interface ToolPorts {
  readonly outline?: CodeOutline;
  readonly codeIndex?: CodeIndex;
  readonly browser?: Browser;
  readonly library?: InstructionLibrary;
  readonly images?: ImageMaker;
  readonly mcp?: McpCalls;
  /** Present where the task can change its mode: slugs it may change to. */
  readonly modes?: readonly string[];
  /** Present where the task may have others work for it: slugs of modes they may have. */
  readonly subtasks?: readonly string[];
  readonly history?: TaskHistory;
}

/** The task's own log, for what a summary left out. */
export interface TaskHistory {
  /** All events so far, oldest first. Throws what reading a log throws. */
  events(): Promise<readonly TaskEvent[]>;
}

/** What a source file defines. */
export interface CodeOutline {
  /** In the order of the file; undefined for a language it does not know. Never throws for what a file holds. */
  outline(path: string, content: string): Promise<readonly CodeDefinition[] | undefined>;
}

export interface CodeDefinition {
  /** `class`, `function`, `method`, `interface`, … */
  readonly kind: string;
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  /** How many definitions it is inside of. */
  readonly depth: number;
  /** Its first line, without white space around it. */
  readonly signature: string;
}

/** Finds code by meaning. */
export interface CodeIndex {
  /** Brings the index up to date as far as that is quick, then searches. Throws `ToolFailure` when it cannot be used. */
  search(request: CodeSearchRequest): Promise<CodeSearchOutcome>;
}

export interface CodeSearchRequest {
  readonly query: string;
  /** Workspace-relative folder to search below. */
  readonly path?: string;
  readonly limit: number;
  readonly signal: AbortSignal;
  /** What is being done while it takes long. */
  report(text: string): void;
}

export interface CodeSearchOutcome {
  readonly hits: readonly CodeSearchHit[];
  /** Files not indexed yet: the answer may miss something. */
  readonly filesLeft: number;
}

export interface CodeSearchHit {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** From 0 to 1. */
  readonly score: number;
  readonly text: string;
}

/** One browser window, opened when it is first used and closed with the task. */
export interface Browser {
  /**
   * One action after the other, also when called at once. Throws `ToolFailure` for what cannot be done: no browser on
   * this machine, an address that is not allowed, an element that is gone, …
   */
  perform(action: BrowserAction, signal: AbortSignal): Promise<BrowserView>;
}

/**
 * `element` is a handle of the last snapshot, such as `e12` or `f1e3`. `coordinate` is `x,y` in the window, or
 * `x,y@WIDTHxHEIGHT` in a picture of that size. `size` is `WIDTHxHEIGHT`.
 */
export type BrowserAction =
  | { readonly action: "launch" | "navigate"; readonly url: string }
  | { readonly action: "click" | "hover"; readonly element?: string; readonly coordinate?: string }
  /** Replaces what the element holds, or chooses in a list; without an element, types where the focus is. */
  | { readonly action: "type"; readonly text: string; readonly element?: string }
  /** A key or a chord: `Enter`, `Control+a`. */
  | { readonly action: "press"; readonly key: string }
  | { readonly action: "scroll"; readonly direction: "up" | "down"; readonly element?: string }
  | { readonly action: "resize"; readonly size: string }
  /** How questions of the page are answered from now on; `text` is for those that ask for one. */
  | { readonly action: "dialog"; readonly answer: "accept" | "dismiss"; readonly text?: string }
  | { readonly action: "snapshot"; readonly element?: string }
  | { readonly action: "screenshot" | "back" }
  | { readonly action: "close" };

/** What the page says in it is bounded and without control characters, but still only what a page says. */
export interface BrowserView {
  /** Empty when the browser is closed. */
  readonly url: string;
  readonly title: string;
  /** `WIDTHxHEIGHT` of the window, and of the screenshot. */
  readonly size: string;
  /** The page as an accessibility tree, each element with its handle. */
  readonly snapshot?: string;
  readonly screenshot?: ImagePart;
  /** What happened by itself since the last view: dialogs, new tabs, refused downloads. */
  readonly notes: readonly string[];
  /** Messages of the console and failed requests since the last view. */
  readonly problems: readonly string[];
}

/** Prompts and instructions that people have put into files. */
export interface InstructionLibrary {
  commands(): Promise<readonly LibraryItem[]>;
  /** The command's text with its arguments put in; undefined when there is none of that name. */
  command(name: string, args: string): Promise<string | undefined>;
  skills(): Promise<readonly LibraryItem[]>;
  skill(name: string, args: string): Promise<string | undefined>;
}

export interface LibraryItem {
  readonly name: string;
  readonly description: string;
  readonly argumentHint?: string;
}

export interface ImageMaker {
  /** Throws `ToolFailure` when the provider refuses or fails. */
  make(request: { prompt: string; image?: ImagePart; signal: AbortSignal }): Promise<ImagePart>;
}

/**
 * Tools and resources of MCP servers, which are started or reached when they are first needed. All throw `ToolFailure`:
 * `unknown_server`, `unknown_tool`, `not_trusted`, `mcp_failed`, …
 */
export interface McpCalls {
  /** What a person must know before the tool is called. Refuses arguments that it cannot take. */
  describeTool(request: McpToolRequest): Promise<McpToolFacts>;
  callTool(request: McpToolCall): Promise<McpAnswer>;
  readResource(request: McpResourceRead): Promise<McpAnswer>;
  /** By what they are for, the likeliest first. Waits for servers that are being reached, but not long. */
  findTools(request: McpToolQuery): Promise<McpFindings>;
}

export interface McpToolRequest {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface McpToolFacts {
  /** Of where the tool comes from, what it says of itself and what it takes; a standing approval ends when one of these changes. */
  readonly definition: string;
  /** What has changed since the standing approval was given, as a diff. */
  readonly changes?: string;
}

export interface McpToolCall extends McpToolRequest {
  /** Shows how far the server says it is. */
  readonly report: (text: string) => void;
  /** Absent where no task makes the call: then the server can ask for nothing in return. */
  readonly call?: CallServices | undefined;
}

export interface McpResourceRead {
  readonly server: string;
  readonly uri: string;
  readonly signal: AbortSignal;
  readonly call?: CallServices | undefined;
}

export interface McpAnswer {
  readonly content: string;
  readonly images: readonly ImagePart[];
  readonly isError: boolean;
}

export interface McpToolQuery {
  readonly query: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface McpFindings {
  readonly found: readonly McpFinding[];
  /** How many tools and resources there are in all. */
  readonly total: number;
  /** Servers whose tools are not among them, each with the reason. */
  readonly missing: readonly string[];
}

/** A tool, or a resource where it has a `uri`. In the server's words: bounded, cleaned, and still only what it says. */
export interface McpFinding {
  readonly server: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly uri?: string;
}

/** What a call may ask for while it runs, of the person and of the task's model. */
export interface CallServices {
  readonly callId: string;
  /** Whether it may be done, by the rules or by the person. Rejects only when the task is stopped. */
  approve(subject: ApprovalSubject): Promise<boolean>;
  /** What the person says; undefined where nobody is there. Rejects only when the task is stopped. */
  ask(question: string, suggestions: readonly string[]): Promise<string | undefined>;
  /** One reply of the task's model to words that are not the task's, paid by the task. Rejects like any request. */
  sample(request: SampleRequest): Promise<Sample>;
}

export interface SampleRequest {
  /** Who wants it, for the log. */
  readonly server: string;
  readonly systemPrompt: string;
  readonly messages: readonly Message[];
}

export interface Sample {
  readonly model: string;
  readonly text: string;
  readonly wasCut: boolean;
}
