import type { ApprovalSubject } from "./approval.ts";
import type { TaskEvent } from "./event.ts";
import type { ImagePart, Message } from "./message.ts";

/** What some tools need in addition to files and commands. A tool whose port is missing is not offered to the model. */
export interface ToolPorts {
  readonly outline?: CodeOutline;
  readonly codeIndex?: CodeIndex;
  readonly browser?: Browser;
  readonly library?: InstructionLibrary;
  readonly images?: ImageMaker;
  readonly mcp?: McpCalls;
  /** Present if the task can switch modes: the slugs it may switch to. */
  readonly modes?: readonly string[];
  /** Present if the task may start subtasks: the slugs of the modes they may use. */
  readonly subtasks?: readonly string[];
  readonly history?: TaskHistory;
}

/** The task's own log, for what a summary dropped. */
export interface TaskHistory {
  /** All events so far, oldest first. Throws as `TaskLog.read` does. */
  events(): Promise<readonly TaskEvent[]>;
}

/** What a source file defines. */
export interface CodeOutline {
  /** In file order; undefined for an unknown language. Never throws because of a file's content. */
  outline(path: string, content: string): Promise<readonly CodeDefinition[] | undefined>;
}

export interface CodeDefinition {
  /** `class`, `function`, `method`, `interface`, … */
  readonly kind: string;
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  /** Nesting depth. */
  readonly depth: number;
  /** Its first line, trimmed. */
  readonly signature: string;
}

/** Finds code by meaning. */
export interface CodeIndex {
  /** Updates the index as far as that is quick, then searches. Throws `ToolFailure` if the index is unavailable. */
  search(request: CodeSearchRequest): Promise<CodeSearchOutcome>;
}

export interface CodeSearchRequest {
  readonly query: string;
  /** Workspace-relative folder to search below. */
  readonly path?: string;
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Reports progress of a slow search. */
  report(text: string): void;
}

export interface CodeSearchOutcome {
  readonly hits: readonly CodeSearchHit[];
  /** Files not indexed yet: results may be incomplete. */
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
   * Actions run one at a time, also when called concurrently. Throws `ToolFailure` for what cannot be done: no browser on
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
  /** Replaces the element's value, or selects an option; without an element, types into the focused one. */
  | { readonly action: "type"; readonly text: string; readonly element?: string }
  /** A key or a chord: `Enter`, `Control+a`. */
  | { readonly action: "press"; readonly key: string }
  | { readonly action: "scroll"; readonly direction: "up" | "down"; readonly element?: string }
  | { readonly action: "resize"; readonly size: string }
  /** How the page's dialogs are answered from now on; `text` is for prompts. */
  | { readonly action: "dialog"; readonly answer: "accept" | "dismiss"; readonly text?: string }
  | { readonly action: "snapshot"; readonly element?: string }
  | { readonly action: "screenshot" | "back" }
  | { readonly action: "close" };

/** Page text in it is bounded and free of control characters, but untrusted. */
export interface BrowserView {
  /** Empty when the browser is closed. */
  readonly url: string;
  readonly title: string;
  /** `WIDTHxHEIGHT` of the window, and of the screenshot. */
  readonly size: string;
  /** The page as an accessibility tree, each element with its handle. */
  readonly snapshot?: string;
  readonly screenshot?: ImagePart;
  /** What happened since the last view without an action: dialogs, new tabs, refused downloads. */
  readonly notes: readonly string[];
  /** Messages of the console and failed requests since the last view. */
  readonly problems: readonly string[];
}

/** The user's prompts and instructions from files. */
export interface InstructionLibrary {
  commands(): Promise<readonly LibraryItem[]>;
  /** The command's text with its arguments filled in; undefined if there is no such command. */
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
 * Tools and resources of MCP servers, which are started or connected when first needed. All throw `ToolFailure`:
 * `unknown_server`, `unknown_tool`, `not_trusted`, `mcp_failed`, …
 */
export interface McpCalls {
  /** What a person must know to approve the call. Rejects invalid arguments. */
  describeTool(request: McpToolRequest): Promise<McpToolFacts>;
  callTool(request: McpToolCall): Promise<McpAnswer>;
  readResource(request: McpResourceRead): Promise<McpAnswer>;
  /** Searches tools by purpose, best match first. Waits briefly for servers that are connecting. */
  findTools(request: McpToolQuery): Promise<McpFindings>;
}

export interface McpToolRequest {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export interface McpToolFacts {
  /** Hash of the tool's origin, description and input schema: a standing approval ends when one of them changes. */
  readonly definition: string;
  /** What has changed since the standing approval was given, as a diff. */
  readonly changes?: string;
}

export interface McpToolCall extends McpToolRequest {
  /** Shows the progress the server reports. */
  readonly report: (text: string) => void;
  /** Absent for calls outside a task: then the server cannot request sampling or input. */
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
  /** Total number of tools and resources. */
  readonly total: number;
  /** Servers whose tools are missing, each with the reason. */
  readonly missing: readonly string[];
}

/** A tool, or a resource if it has a `uri`. Text comes from the server: bounded and cleaned, but untrusted. */
export interface McpFinding {
  readonly server: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly uri?: string;
}

/** What a call may request of the person and the task's model while it runs. */
export interface CallServices {
  readonly callId: string;
  /** Whether the rules or the person allow it. Rejects only when the task is stopped. */
  approve(subject: ApprovalSubject): Promise<boolean>;
  /** The person's answer; undefined if the run is unattended. Rejects only when the task is stopped. */
  ask(question: string, suggestions: readonly string[]): Promise<string | undefined>;
  /** One reply of the task's model to a prompt outside the conversation, charged to the task. Rejects like any request. */
  sample(request: SampleRequest): Promise<Sample>;
}

export interface SampleRequest {
  /** The requesting server, for the log. */
  readonly server: string;
  readonly systemPrompt: string;
  readonly messages: readonly Message[];
}

export interface Sample {
  readonly model: string;
  readonly text: string;
  readonly wasCut: boolean;
}
