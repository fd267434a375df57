import {
  type ApprovalKind,
  type ApprovalSubject,
  approvalKinds,
  type Mode,
  RooError,
  type Settings,
  type ToolGroup,
} from "@roo-code/types";
import type { McpHub } from "./mcp-hub.ts";
import { RooClient } from "./roo-client.ts";
import type { Tool } from "./tool.ts";
import type { ToolRegistry } from "./tool-registry.ts";

/** A call that needs approval. */
export interface ApprovalRequest extends ApprovalSubject {
  readonly taskId: string;
  readonly callId: string;
  /** The tool that is called. */
  readonly tool: string;
  /** Why it is asked about, other than that its kind is not in `autoApprove`. */
  readonly why?: string | undefined;
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal;
}

/** `feedback` is sent to the model with a denial. */
export type ApprovalReply = boolean | { readonly allow: boolean; readonly feedback?: string };

/** A question of the model. */
export interface Question {
  readonly taskId: string;
  readonly question: string;
  readonly suggestions: readonly string[];
  readonly signal: AbortSignal;
}

/** What agents, workflows and the MCP server have in common. */
export interface SessionOptions {
  readonly client: RooClient;
  /** The folder to work in (default: the current one). */
  readonly cwd?: string;
  /** Tools of the program, in addition to the built-in ones. */
  readonly tools?: readonly Tool[] | ToolRegistry;
  /** Modes of the program; they replace built-in ones with the same slug. */
  readonly modes?: readonly Mode[];
  /** Instructions for the model, added to the system prompt of every mode. */
  readonly instructions?: string;
  /** What may be done without asking; `all` includes everything except `protected` and `destructive` (default: reading). */
  readonly autoApprove?: "all" | readonly ApprovalKind[];
  /** Decides on calls that are not in `autoApprove`; without it they are denied. */
  readonly approve?: (request: ApprovalRequest) => ApprovalReply | Promise<ApprovalReply>;
  /** Answers questions of the model; without it, the model is told to decide itself. */
  readonly answer?: (question: Question) => string | Promise<string>;
  /** Limits of each run, in addition to its iterations. */
  readonly limits?: { readonly costUsd?: number; readonly tokens?: number; readonly seconds?: number };
  /** Where tasks are stored: in a folder (default: `~/.roo`), or only in memory, with nothing written to disk. */
  readonly storage?: "memory" | (string & {});
  /** Whether settings, modes, rules, hooks, commands, skills and MCP servers of the user and the project apply (default: false). */
  readonly loadConfiguration?: boolean;
  /** Other settings, as in `settings.json`. */
  readonly settings?: Settings;
  /** MCP servers of the program. */
  readonly mcpHub?: McpHub;
  /** Stops all runs. */
  readonly signal?: AbortSignal;
}

export interface AgentOptions extends SessionOptions {
  /** The mode of new tasks (default: `code`). */
  readonly mode?: string;
  /** The role of the agent, at the beginning of its system prompt. */
  readonly systemPrompt?: string;
  /** Which groups of built-in tools it has (default: those of its mode); none if empty. */
  readonly groups?: readonly ToolGroup[];
  /** How many replies of the model a run may take (default: 10). */
  readonly maxIterations?: number;
}

export const defaultIterations = 10;

/** Throws `RooError` `bad_options` for the first invalid option. */
export function checkOptions(options: AgentOptions): void {
  const { client, cwd, autoApprove = [], approve, answer, maxIterations = defaultIterations, storage } = options ?? {};
  const refuse = (message: string): never => {
    throw new RooError({ code: "bad_options", message });
  };
  if (!(client instanceof RooClient)) refuse("The option client must be a RooClient.");
  if (cwd !== undefined && typeof cwd !== "string") refuse("The option cwd must be the path of a folder.");
  if (storage !== undefined && (typeof storage !== "string" || storage === ""))
    refuse('The option storage must be "memory" or the path of a folder.');
  if (maxIterations !== Number.POSITIVE_INFINITY && !(Number.isInteger(maxIterations) && maxIterations > 0))
    refuse("The option maxIterations must be a positive integer, or Infinity.");
  for (const [name, value] of Object.entries({ approve, answer }))
    if (value !== undefined && typeof value !== "function") refuse(`The option ${name} must be a function.`);
  const kinds: readonly string[] = approvalKinds;
  const unknown = autoApprove === "all" ? undefined : autoApprove.find((kind) => !kinds.includes(kind));
  if (unknown !== undefined) refuse(`autoApprove has no kind "${unknown}". The kinds are: ${kinds.join(", ")}.`);
}
